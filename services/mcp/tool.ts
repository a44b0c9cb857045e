/** How a tool is written: what it is called, which endpoint it calls with what, and how it shows the answer. */
import type { z } from 'zod'
import type { Input } from '../../shared/api/door.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import type { Called } from './client-call.ts'

/** What a tool answers: `text` for a model to read, `structured` the same as data. */
export interface Shown {
  text: string
  structured: Record<string, unknown>
}

/** Calls another endpoint, as the same caller, for a tool that needs a second look. */
export type Ask = (name: EndpointName, input: Input) => Promise<Called>

/** A tool of the Model Context Protocol: one endpoint, called with the caller's own key. */
export interface Tool {
  name: string
  title: string
  /** For a model: what it does and when to use it, in a sentence or two. */
  description: string
  endpoint: EndpointName
  input: z.ZodObject
  /** Hints for clients: `reads` changes nothing, `destroys` takes something away; `repeatable` twice is as once. */
  effect: 'reads' | 'writes' | 'destroys'
  repeatable: boolean
  call(args: Record<string, never>): Input & { endpoint?: EndpointName }
  show(answer: unknown, args: Record<string, never>, ask: Ask): Shown | Promise<Shown>
}

/** A tool as it is defined, its arguments typed by its `input`. */
interface ToolDefinition<Args extends z.ZodObject, Answer> extends Omit<Tool, 'input' | 'call' | 'show'> {
  input: Args
  call(args: z.output<Args>): Input & { endpoint?: EndpointName }
  show(answer: Answer, args: z.output<Args>, ask: Ask): Shown | Promise<Shown>
}

/** Defines a tool; `Answer` is what its endpoint answers. */
export const defineTool =
  <Answer>() =>
  <Args extends z.ZodObject>(definition: ToolDefinition<Args, Answer>): Tool =>
    definition as unknown as Tool
