/** Calls the service's own API the way any client does. */
import type { z } from 'zod'

/** The API answered with an error of its envelope. */
export class ApiError extends Error {
  readonly status: number
  constructor(call: string, status: number, message: string) {
    super(`${call}: ${status} ${message}`)
    this.status = status
  }
}

/** `base` ends in /api/v1; without `key` only signing up works. */
export class ApiClient {
  readonly base: string
  readonly #key: string | undefined

  constructor(base: string, key?: string) {
    this.base = base
    this.#key = key
  }

  /** @throws ApiError */
  async get<Schema extends z.ZodType>(path: string, answer: Schema): Promise<z.output<Schema>> {
    return (await this.answer('GET', path, undefined, answer)).body
  }

  /** @throws ApiError */
  async post<Schema extends z.ZodType>(
    path: string,
    body: object | undefined,
    answer: Schema,
  ): Promise<z.output<Schema>> {
    return (await this.answer('POST', path, body, answer)).body
  }

  /** @throws ApiError */
  async patch<Schema extends z.ZodType>(
    path: string,
    body: object,
    answer: Schema,
  ): Promise<z.output<Schema>> {
    return (await this.answer('PATCH', path, body, answer)).body
  }

  /** The status of the answer with its body. @throws ApiError */
  async answer<Schema extends z.ZodType>(
    method: string,
    path: string,
    body: object | undefined,
    answer: Schema,
  ): Promise<{ status: number; body: z.output<Schema> }> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as { error?: { message?: string } }
    if (!response.ok) throw new ApiError(`${method} ${path}`, response.status, json.error?.message ?? '')
    return { status: response.status, body: answer.parse(json) }
  }
}
