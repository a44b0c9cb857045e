/** Writes reports about mail for tests, as mail systems write them: RFC 3464 and RFC 5965. */

export interface DsnFields {
  recipient: string
  originalRecipient?: string
  action?: 'failed' | 'delayed' | 'delivered'
  status?: string
  diagnostic?: string
  /** Message-ID of what came back, with angle brackets. */
  messageId?: string
  /** Host that reports. */
  reporter?: string
}

const boundary = '=_report'

function report(type: string, from: string, subject: string, parts: string[][]): string {
  return [
    `From: ${from}`,
    'To: sender@inbox.localhost',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <report-${process.pid}-${Date.now()}-${Math.random()}@peer.example>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part, '']),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

/** A delivery status notification; a hard bounce of an unknown user unless told otherwise. */
export function dsnText({
  recipient,
  originalRecipient,
  action = 'failed',
  status = '5.1.1',
  diagnostic = '550 5.1.1 No such user here',
  messageId = '<sent@inbox.localhost>',
  reporter = 'mx.peer.example',
}: DsnFields): string {
  return report('delivery-status', `MAILER-DAEMON@${reporter}`, 'Undelivered Mail Returned to Sender', [
    [
      'Content-Type: text/plain; charset=us-ascii',
      '',
      `<${recipient}>: host ${reporter} said: ${diagnostic}`,
    ],
    [
      'Content-Type: message/delivery-status',
      '',
      `Reporting-MTA: dns; ${reporter}`,
      '',
      ...(originalRecipient === undefined ? [] : [`Original-Recipient: rfc822;${originalRecipient}`]),
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic}`,
    ],
    ['Content-Type: text/rfc822-headers', '', `Message-ID: ${messageId}`, 'Subject: Order 1815'],
  ])
}

/** A complaint in the abuse reporting format. */
export function complaintText({ recipient, messageId }: { recipient: string; messageId: string }): string {
  return report('feedback-report', 'feedback@isp.example', 'FW: Order 1815', [
    ['Content-Type: text/plain', '', 'This is an email abuse report.'],
    [
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: Reporter/1.0',
      'Version: 1',
      `Original-Rcpt-To: <${recipient}>`,
    ],
    [
      'Content-Type: message/rfc822',
      '',
      `Message-ID: ${messageId}`,
      `To: ${recipient}`,
      'Subject: Order 1815',
      '',
      'Text',
    ],
  ])
}
