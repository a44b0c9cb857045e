/** The OpenAPI 3.1 document, made from the table of endpoints and the contracts of their routes. */
import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type DefinedEndpoint, pathParameters } from '../../../shared/api/endpoint.ts'
import { endpointDefinitions } from '../../../shared/api/endpoints/index.ts'
import { errorEnvelope } from '../../../shared/domain/error-envelope.ts'
import { about, tags } from './about.ts'
import { finishDocument } from './finish.ts'
import type { OpenApiDocument } from './types.ts'

/** Builds the document. It needs no database and no configuration: it is the same everywhere. */
export async function apiDocument(): Promise<OpenApiDocument> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: about,
      servers: [{ url: '/api/v1' }],
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: `Authorization: Bearer svc_live_…`.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: createJsonSchemaTransformObject({}),
    stripBasePath: false,
  })
  for (const defined of endpointDefinitions)
    for (const path of defined.endpoint.paths)
      app.route({
        method: defined.endpoint.method,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        schema: operationSchema(defined, path),
        handler: async () => undefined,
      })
  await app.ready()
  const document = app.swagger() as unknown as OpenApiDocument
  await app.close()
  return finishDocument(document, endpointDefinitions)
}

/** Identifies an operation: the name of its endpoint, numbered on further paths. */
export const operationId = ({ definition, endpoint }: DefinedEndpoint, path: string): string => {
  const index = endpoint.paths.indexOf(path)
  return index === 0 ? definition.name : `${definition.name}_${index + 1}`
}

function operationSchema(defined: DefinedEndpoint, path: string): FastifySchema {
  const { definition, endpoint } = defined
  const [canonical] = endpoint.paths
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof pathParameters)
  const params = z.object(
    Object.fromEntries(
      names.map((name) => {
        const { description, example } = pathParameters[name]
        return [name, z.string().meta({ description, examples: [example] })]
      }),
    ),
  )
  return {
    operationId: operationId(defined, path),
    summary: definition.summary,
    description:
      path === canonical
        ? definition.description
        : `The same as \`${endpoint.method} ${canonical}\`. ${definition.description}`,
    tags: [definition.tag],
    security: endpoint.scope === null ? [] : [{ apiKey: [] }],
    ...(names.length === 0 ? {} : { params }),
    ...(definition.query === undefined ? {} : { querystring: definition.query }),
    ...(definition.body === undefined ? {} : { body: definition.body }),
    response: {
      ...(definition.answer instanceof z.ZodType ? { [definition.status]: definition.answer } : {}),
      ...(definition.answer instanceof z.ZodType && definition.otherStatus !== undefined
        ? { [definition.otherStatus.status]: definition.answer }
        : {}),
      default: errorEnvelope,
    },
  }
}
