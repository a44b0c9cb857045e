/** Which `X-` header fields a sender may set: names that the operator allows, and never one that a mail system acts on. */

/**
 * Names that providers, relays, mailing lists, filters or mail programs act on: they add recipients, answer or report to
 * somebody, choose a route, or claim that a message was checked. A `*` stands for the rest of a name.
 */
const actedOn: readonly string[] = [
  // Providers, each with its own: recipients, templates, tracking, schedules.
  ...[
    'X-MC-*',
    'X-Mandrill-*',
    'X-SMTPAPI',
    'X-SG-*',
    'X-Mailgun-*',
    'X-PM-*',
    'X-Postmark-*',
    'X-SES-*',
    'X-AWS-*',
  ],
  ...[
    'X-MSYS-*',
    'X-SparkPost-*',
    'X-Mailjet-*',
    'X-MJ-*',
    'X-Sib*',
    'X-Mailin-*',
    'X-Brevo-*',
    'X-ElasticEmail-*',
  ],
  ...[
    'X-MT-*',
    'X-Mailtrap-*',
    'X-MailerSend-*',
    'X-Smtp2go-*',
    'X-SMTPCOM-*',
    'X-SMTPeter-*',
    'X-SMTP-*',
    'X-xs*',
  ],
  ...[
    'X-APIHEADER',
    'X-UNIQUEARGS',
    'X-Pepipost*',
    'X-CMail-*',
    'X-CritSend*',
    'X-DynectEmail*',
    'X-Dyn-*',
    'X-Clab-*',
  ],
  ...[
    'X-SM-*',
    'X-RM-*',
    'X-Unisender*',
    'X-UniOne*',
    'X-Resend*',
    'X-TM-*',
    'X-Zepto*',
    'X-AliDM*',
    'X-Postal-*',
  ],
  ...['X-Campaign', 'X-CampaignID', 'X-Tag', 'X-Tags', 'X-Track*', 'X-Ignore-*', 'X-Profile', 'X-Address'],
  // Mail servers: queues, routes, envelopes.
  ...[
    'X-Virtual-MTA*',
    'X-VirtualMTA*',
    'X-VMTA*',
    'X-PMTA-*',
    'X-PowerMTA*',
    'X-Job',
    'X-EnvID',
    'X-Binding*',
  ],
  ...['X-GreenArrow-*', 'X-MQ-*', 'X-MailerQ*', 'X-Kumo*', 'X-Halon*', 'X-Haraka*', 'X-Exim*', 'X-Postfix*'],
  ...[
    'X-MS-*',
    'X-Microsoft-*',
    'X-Exchange-*',
    'X-Forefront-*',
    'X-EOP*',
    'X-OriginatorOrg',
    'X-MSFBL',
    'X-MDaemon*',
  ],
  ...['X-Google-*', 'X-Gm-*', 'X-GND-*', 'X-Yahoo*', 'X-Ham-*', 'X-Zimbra-*', 'X-DKIM*', 'X-ARC-*', 'X-SPF*'],
  // Who gets it, and who hears of it.
  ...[
    'X-Envelope-*',
    'X-Rcpt*',
    'X-Recipient*',
    'X-To',
    'X-Cc',
    'X-Bcc*',
    'X-From*',
    'X-Sender*',
    'X-Apparently-*',
  ],
  ...[
    'X-Original-*',
    'X-Forward*',
    'X-Resent-*',
    'X-Redirect*',
    'X-Delivered-*',
    'X-Deliver-*',
    'X-Failed-Recipients',
  ],
  ...[
    'X-Return-*',
    'X-Reply*',
    'X-Errors-To',
    'X-Error*',
    'X-Bounce*',
    'X-Confirm-*',
    'X-Receipt*',
    'X-Notif*',
    'X-DSN*',
  ],
  ...[
    'X-Complaints-*',
    'X-Abuse*',
    'X-Report-*',
    'X-Feedback*',
    'X-FBL*',
    'X-Unsubscribe*',
    'X-List-*',
    'X-Mailing-List',
  ],
  // Loops, automatic answers, lists.
  ...[
    'X-Loop*',
    'X-BeenThere',
    'X-Mailman-*',
    'X-Auto-Response-Suppress',
    'X-Auto-Reply*',
    'X-Autoreply*',
    'X-Autorespond*',
  ],
  ...[
    'X-Precedence',
    'X-Control*',
    'X-Approved*',
    'X-Command*',
    'X-Sieve*',
    'X-Filter*',
    'X-Label*',
    'X-Gmail-*',
  ],
  // Verdicts of filters, which others believe.
  ...[
    'X-Spam*',
    'X-Virus*',
    'X-Antivirus*',
    'X-AntiSpam*',
    'X-AntiAbuse*',
    'X-Rspamd*',
    'X-Amavis*',
    'X-Bogosity*',
  ],
  ...[
    'X-DSPAM*',
    'X-Barracuda*',
    'X-Proofpoint*',
    'X-Mimecast*',
    'X-IronPort*',
    'X-CMAE-*',
    'X-Sophos*',
    'X-CLX-*',
  ],
  ...[
    'X-Quarantine*',
    'X-Scanned*',
    'X-Whitelist*',
    'X-Allow*',
    'X-Bypass*',
    'X-Authentic*',
    'X-Auth-*',
    'X-Trusted*',
  ],
]

/** Whether a name, in any letter case, is `pattern`, or begins as it does where that ends in `*`. */
function matches(name: string, pattern: string): boolean {
  const [lower, wanted] = [name.toLowerCase(), pattern.toLowerCase()]
  return wanted.endsWith('*') ? lower.startsWith(wanted.slice(0, -1)) : lower === wanted
}

/**
 * Why a sender may not set the field called `name`, as the end of a sentence about it; null where it may. `allowed` are
 * the patterns of the setting `SEND_HEADERS`.
 */
export function headerRefusal(name: string, allowed: readonly string[]): string | null {
  if (actedOn.some((pattern) => matches(name, pattern)))
    return 'is a field that mail systems act on, which no sender sets'
  return allowed.some((pattern) => matches(name, pattern))
    ? null
    : 'is not among the fields that SEND_HEADERS allows'
}
