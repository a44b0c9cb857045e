/** What people say a message is: the contract. */
import { z } from 'zod'
import { lessonKinds } from './lesson.ts'
import { timestamp } from './timestamp.ts'

export const feedbackLabels = ['clean', 'injection', 'phishing', 'spam', 'malware', 'leak', 'other'] as const
export type FeedbackLabel = (typeof feedbackLabels)[number]

/** How it was said: in so many words, by releasing a message, or by resolving an approval. */
export const feedbackSources = ['reviewer', 'release', 'approval'] as const
export type FeedbackSource = (typeof feedbackSources)[number]

export const giveFeedback = z
  .strictObject({
    label: z.enum(feedbackLabels).meta({
      description: 'What the message is; `clean` where nothing is wrong with it.',
      examples: ['phishing'],
    }),
    note: z
      .string()
      .max(2_000)
      .optional()
      .meta({ examples: ['Poses as our bank.'] }),
  })
  .meta({ id: 'GiveFeedback' })

export const feedback = z
  .object({
    id: z.string().meta({ examples: ['fbk_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    message_id: z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    label: z.enum(feedbackLabels).meta({ examples: ['phishing'] }),
    source: z.enum(feedbackSources).meta({ examples: ['reviewer'] }),
    note: z
      .string()
      .nullable()
      .meta({ examples: ['Poses as our bank.'] }),
    teaches: z
      .enum(lessonKinds)
      .nullable()
      .meta({
        description:
          'What the guard of this tenant does with the like of the message from now on: `pass` lets copies from the same proven sender through that are merely suspected, `hold` withholds the campaign, `reject` has drafts like it wait for approval. Null: nothing was learned, since nobody is proven to have sent it, or it has nothing to be known by.',
        examples: ['hold'],
      }),
    created_at: timestamp,
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.output<typeof feedback>
