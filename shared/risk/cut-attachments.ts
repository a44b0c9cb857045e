/** The finding that attachments which are to be sent hold text that was not read. */
export const cutAttachments = { method: 'attachment_text', result: 'cut' } as const
