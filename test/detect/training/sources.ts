/** Which rows are left out together: all of a source, so that nothing is judged by a model that has seen its like. */
import type { Row } from '../rows.ts'
import { foldCount } from './folds.ts'
import { hashOf } from './random.ts'

/**
 * The source of a row: a modern mail's product or author, with what imitates it; a whole set of attacks; the author of
 * mail of our own that says it; of old honest mail and of other texts of our own the group, since each is one source
 * for all.
 */
export function sourceOf({ set, source = '', group }: Row): string {
  if (/^modern_/.test(set)) {
    if (/^authored \(/.test(source)) return source.replace(/ over .*/, '')
    return source.replace(/^authored: imitation of /, '')
  }
  if (/^(?:own_|incoming)/.test(set) && source !== '') return source
  return /^(?:own_|ham_|email_|benign_)/.test(set) ? group : set
}

/** The fold in which a row's source is left out. */
export const sourceFoldOf = (row: Row): number => hashOf(sourceOf(row)) % foldCount
