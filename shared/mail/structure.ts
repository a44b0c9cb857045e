/** Structural oddities of a raw message that can hide content from scanners. */
import type { StructuralFinding } from '../domain/parsed-mail.ts'
import type { MimeTree } from './mime-tree.ts'

export function findStructure(
  _raw: Buffer,
  tree: MimeTree,
): { findings: StructuralFinding[]; needsScan: boolean } {
  return {
    findings: [],
    needsScan: tree.parts.some(
      (p) => p.boundary === null && !['', 'text/plain', 'text/html'].includes(p.type.value),
    ),
  }
}
