/** All patterns of prompt injection. */
import { english } from './english.ts'
import { languages } from './languages.ts'
import type { InjectionRule } from './rule.ts'

export const injectionRules: readonly InjectionRule[] = [...english, ...languages]
