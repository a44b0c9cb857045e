/** What a notice of a channel says, and the bodies that Slack and Microsoft Teams take of it. */
import type { ChannelKind } from '../domain/notice-channel.ts'

/** A message that is told of: what strangers wrote is plain, cut, and on one line each. */
export interface NoticedMail {
  subject: string
  /** What it waits for, its sender and recipient, its score, and why it waits. */
  about: string
}

export interface ChannelNotice {
  /** In our own words. */
  title: string
  mails: readonly NoticedMail[]
  /** In our own words; null: nothing is left to be said. */
  rest: string | null
  link: { text: string; url: string }
}

/** The JSON that an incoming webhook of this kind takes. */
export function channelNoticeBody(kind: ChannelKind, notice: ChannelNotice): string {
  return JSON.stringify(kind === 'slack' ? slackMessage(notice) : teamsMessage(notice))
}

/** The characters that Slack reads as the begin of a link, a mention or a code of its own. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Block Kit. What strangers wrote stands in `plain_text` alone, in which Slack marks up nothing; `text` is what phones
 * announce, and is marked up, so it has our own words only.
 */
function slackMessage({ title, mails, rest, link }: ChannelNotice): object {
  const plain = (text: string) => ({ type: 'plain_text', text: slackText(text), emoji: false })
  return {
    text: slackText(title),
    blocks: [
      { type: 'header', text: plain(title) },
      ...mails.map(({ subject, about }) => ({ type: 'section', text: plain(`${subject}\n${about}`) })),
      ...(rest === null ? [] : [{ type: 'context', elements: [plain(rest)] }]),
      // A button would have to be answered by an app: Slack warns of one that nobody answers.
      { type: 'section', text: { type: 'mrkdwn', text: `<${slackText(link.url)}|${slackText(link.text)}>` } },
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

/**
 * An Adaptive Card, as Workflows of Teams take it. A `TextBlock` is Markdown, a `TextRun` is not: what strangers wrote
 * stands in runs alone. Both replace `{{DATE(…)}}` and its like.
 */
function teamsMessage({ title, mails, rest, link }: ChannelNotice): object {
  const run = (text: string, style: object) => ({
    type: 'TextRun',
    text: text.replace(/\{(?=\{)/g, '{ '),
    ...style,
  })
  const own = (text: string, style: object) => ({ type: 'TextBlock', text, wrap: true, ...style })
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      own(title, { size: 'Medium', weight: 'Bolder' }),
      ...mails.flatMap(({ subject, about }) => [
        { type: 'RichTextBlock', separator: true, inlines: [run(subject, { weight: 'Bolder' })] },
        { type: 'RichTextBlock', spacing: 'None', inlines: [run(about, { isSubtle: true })] },
      ]),
      ...(rest === null ? [] : [own(rest, { isSubtle: true })]),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
  }
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  }
}
