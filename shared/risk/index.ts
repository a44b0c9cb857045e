/** The registry of built-in scorers, in the order they run and show their findings. */
import type { Scorer } from './scorer.ts'
import { clamav } from './scorers/clamav.ts'
import { injection } from './scorers/injection.ts'
import { structure } from './scorers/structure.ts'

export const scorers: readonly Scorer[] = [clamav, structure, injection]
