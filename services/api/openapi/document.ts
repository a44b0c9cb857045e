/** The OpenAPI document, made from the defined endpoints. */
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** An OpenAPI 3.1 document, as plain JSON. */
export type OpenApiDocument = Record<string, unknown>

export async function apiDocument(): Promise<OpenApiDocument> {
  const app = Fastify()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Agent Email Service', version: '1.0.0' } },
    transform: createJsonSchemaTransform({}),
    transformObject: createJsonSchemaTransformObject({}),
  })
  await app.ready()
  return app.swagger() as unknown as OpenApiDocument
}
