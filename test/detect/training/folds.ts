/** How training is parted, and how the head of injections is trained. */
import type { Options } from './linear.ts'

export const foldCount = 5
export const trainingOptions: Options = { epochs: 8, rate: 0.3, decay: 0.02, seed: 1 }
