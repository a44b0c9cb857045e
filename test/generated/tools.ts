/** A program that gives the service's tools to models: by the Vercel AI SDK and LangChain, which call them themselves. */
import { tool } from '@langchain/core/tools'
import { AgentEmail } from 'agent-email'
import { generateText, jsonSchema, stepCountIs } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

const { AGENT_EMAIL_KEY: apiKey = '', AGENT_EMAIL_URL: baseUrl = '', SLUG: slug = '' } = process.env
const client = new AgentEmail({ apiKey, baseUrl })

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
let steps = 0
const model = new MockLanguageModelV4({
  doGenerate: async () => ({
    content:
      steps++ === 0
        ? [
            {
              type: 'tool-call' as const,
              toolCallId: 'one',
              toolName: 'list_messages',
              input: JSON.stringify({ slug }),
            },
          ]
        : [{ type: 'text' as const, text: 'Done.' }],
    finishReason: { unified: steps === 1 ? ('tool-calls' as const) : ('stop' as const), raw: undefined },
    usage,
    warnings: [],
  }),
})
const { text, steps: made } = await generateText({
  model,
  tools: await client.tools.forAiSdk({ jsonSchema }),
  prompt: 'What mail is there?',
  stopWhen: stepCountIs(3),
})

const forLangChain = await client.tools.forLangChain({ tool })
const list = forLangChain.find(({ name }) => name === 'list_messages') as unknown as {
  invoke(args: object): Promise<string>
}
const refused = await client.tools.call('get_message', { message_id: 'msg_none' })
const called = await client.tools.call('get_inbox', { slug })
// A tool that waits for longer than requests of the client may take otherwise.
const hasty = new AgentEmail({ apiKey, baseUrl, timeoutMs: 1_500 })
const waited = await hasty.tools.call('wait_for_message', { slug, timeout: 3 })
console.log(
  JSON.stringify({
    waited,
    aiSdk: [text, made[0]?.toolResults.map(({ output }) => output)],
    langChain: await list.invoke({ slug }),
    refused,
    called,
    names: (await client.tools.list()).map(({ name }) => name),
    openAi: await client.tools.forOpenAI(),
    responses: await client.tools.forOpenAIResponses(),
    anthropic: await client.tools.forAnthropic(),
  }),
)
