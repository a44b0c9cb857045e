/** The tools of the service for a model: the same table, and the same answers, as over the Model Context Protocol. */
import { fieldOf, isObject } from '../answer.ts'
import { AgentEmailError } from '../errors.ts'
import type { RequestOptions, Transport } from '../transport.ts'

/** A tool as the service describes it. */
export interface ToolDefinition {
  name: string
  title: string
  description: string
  /** JSON Schema of the arguments, of type object. */
  inputSchema: Record<string, unknown>
  /** Hints: whether it only reads, takes something away, and is safe to repeat. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }
}

/** What a tool answered. A refusal is an answer, too: its text tells the model why, and what to do next. */
export interface ToolResult {
  /** For the model. What strangers wrote stands between boundaries in it. */
  text: string
  /** The same as data; null where it was refused. */
  data: Record<string, unknown> | null
  isError: boolean
}

/** The function `jsonSchema` of the Vercel AI SDK. */
type JsonSchema<Schema> = (schema: never) => Schema
/** The function `tool` of LangChain. */
type LangChainTool<Made> = (
  call: (args: never) => Promise<string>,
  fields: { name: string; description: string; schema: never },
) => Made

/** Tools. */
export class ToolsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The tools that the key may use. */
  async list(options?: RequestOptions): Promise<ToolDefinition[]> {
    return fieldOf(await this.#transport.rpc('tools/list', {}, options), 'tools', isListOf<ToolDefinition>)
  }

  /** Calls a tool once. Give what sends mail an `idempotency_key` among its arguments, and the call is safe to repeat. */
  async call(name: string, args: unknown = {}, options?: RequestOptions): Promise<ToolResult> {
    if (typeof args !== 'object' || args === null)
      throw new AgentEmailError('the arguments must be an object')
    const answer = (await this.#transport.rpc('tools/call', { name, arguments: args }, options)) as {
      structuredContent?: Record<string, unknown>
      isError?: boolean
    }
    const content = fieldOf(answer, 'content', isListOf<{ text?: string }>)
    return {
      text: content.map(({ text = '' }) => text).join('\n'),
      data: answer.structuredContent ?? null,
      isError: answer.isError === true,
    }
  }

  /** For `tools` of OpenAI's chat completions, and of what speaks their language. */
  async forOpenAI(options?: RequestOptions) {
    return (await this.list(options)).map(({ name, description, inputSchema: parameters }) => ({
      type: 'function' as const,
      function: { name, description, parameters },
    }))
  }

  /** For `tools` of OpenAI's responses. */
  async forOpenAIResponses(options?: RequestOptions) {
    return (await this.list(options)).map(({ name, description, inputSchema: parameters }) => ({
      type: 'function' as const,
      name,
      description,
      parameters,
      strict: false as const,
    }))
  }

  /** For `tools` of Anthropic's messages. */
  async forAnthropic(options?: RequestOptions) {
    return (await this.list(options)).map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema as { type: 'object' } & Record<string, unknown>,
    }))
  }

  /** For `tools` of the Vercel AI SDK, which calls them itself: `mail.tools.forAiSdk({ jsonSchema })`. */
  async forAiSdk<Schema>({ jsonSchema }: { jsonSchema: JsonSchema<Schema> }, options?: RequestOptions) {
    const tools = (await this.list(options)).map(({ name, description, inputSchema }) => {
      const execute = async (args: unknown, { abortSignal }: { abortSignal?: AbortSignal } = {}) =>
        (await this.call(name, args, abortSignal === undefined ? {} : { signal: abortSignal })).text
      return [name, { description, inputSchema: jsonSchema(inputSchema as never), execute }] as const
    })
    return Object.fromEntries(tools)
  }

  /** For LangChain, which calls them itself: `mail.tools.forLangChain({ tool })`. */
  async forLangChain<Made>(
    { tool }: { tool: LangChainTool<Made> },
    options?: RequestOptions,
  ): Promise<Made[]> {
    return (await this.list(options)).map(({ name, description, inputSchema }) =>
      tool(async (args) => (await this.call(name, args)).text, {
        name,
        description,
        schema: inputSchema as never,
      }),
    )
  }
}

const isListOf = <Item>(value: unknown): value is Item[] => Array.isArray(value) && value.every(isObject)
