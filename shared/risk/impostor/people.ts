/** Names of people and houses, held against each other as a reader would. */
import { skeleton } from '../confusables.ts'
import { fold } from '../fold.ts'
import { remembered } from './remembered.ts'

/** Words of a name that are no part of who it is: titles, offices, legal forms, ways of sending. */
const titles = new Set(
  (
    'mr mrs ms miss dr prof herr frau mme m monsieur madame sr sra sir dame ceo cfo coo cto cio vp evp svp md phd mba jr sen ' +
    'chief executive officer financial operating managing director president chairman chair founder owner partner ' +
    'head manager via on behalf of from the at private mobile new gmbh ag ltd limited llc llp inc corp plc sa sas sarl srl spa bv nv oy ab'
  ).split(' '),
)
/** Names that anybody's office has. */
const common = new Set(
  (
    'accounts accounting accountspayable accountsreceivable admin administration billing customerservice finance helpdesk ' +
    'hr info invoices it itsupport mail marketing newsletter noreply notifications office orders payments payroll postmaster ' +
    'purchasing reception sales security service shop support team webmaster'
  ).split(' '),
)
const maxWords = 6

/** The telling words of a name, by how they look, in any order. */
export const lookOf = remembered((name): readonly string[] =>
  fold(name.slice(0, 200))
    .text.replace(/\([^()]{0,80}\)|\s(?:via|on behalf of)\s.{0,100}$/g, ' ')
    .split(/[^\p{L}\d']+/u)
    .filter((word) => word.length > 1 && !titles.has(word))
    .slice(0, maxWords)
    .map(skeleton),
)

/** Whether a name is enough to tell whose it is: two words, or one that is long and no office. */
export const isTelling = (look: readonly string[]): boolean =>
  look.length > 1 ? !common.has(look.join('')) : (look[0]?.length ?? 0) >= 6 && !common.has(look[0]!)

/** Whether `shown` is the name `known`, perhaps with words of a house around it. */
export function isNamed(shown: readonly string[], known: readonly string[]): boolean {
  if (known.length < 2) return shown.length === known.length && shown[0] === known[0]
  return shown.length <= known.length + 2 && known.every((word) => shown.includes(word))
}
