/** Services that write or link for others: what is theirs in a mail says nothing against whom it names. */

/** Registrable domains that links are led through to be counted. */
const trackers = new Set(
  (
    'sendgrid.net ct.sendgrid.net list-manage.com mailchimp.com mandrillapp.com mailgun.org mailgun.net sparkpostmail.com ' +
    'awstrack.me amazonses.com hubspotlinks.com hubspotemail.net hs-sites.com hubspot.com hsforms.com exacttarget.com ' +
    'sfmc-content.com pardot.com marketo.com mktoweb.com mkt9.com rs6.net constantcontact.com cmail19.com cmail20.com ' +
    'createsend.com klaviyomail.com klclick.com klclick1.com klclick2.com klclick3.com trk.klclick.com customeriomail.com ' +
    'customer.io intercom-mail.com intercom-clicks.com braze.com appboy.com iterable.com postmarkapp.com pstmrk.it ' +
    'mailjet.com mjt.lu brevo.com sendinblue.com sendibt3.com sendibm1.com activehosted.com convertkit-mail.com ' +
    'convertkit-mail2.com ck.page substack.com beehiiv.com mailerlite.com mlsend.com e.customeriomail.com getresponse.com ' +
    'campaign-archive.com dotdigital.com dotmailer.com emltrk.com sailthru.com responsys.net eloqua.com cvent.com ' +
    'eventbrite.com safelinks.protection.outlook.com outlook.com urldefense.com proofpoint.com mimecast.com barracudanetworks.com ' +
    'linkprotect.cudasvc.com cudasvc.com mailtrack.io resend.com loops.so zohocampaigns.com zcsend.net shopifyemail.com rapidmail.de ' +
    'cleverreach.com inxmail.com newsletter2go.com emarsys.net agillic.com ungapped.com apsis.com rdstation.com.br rdstation.com ' +
    'acemlna.com acems1.com infusionmail.com keap-link.com drip.com vero.co bnc.lt app.link onelink.me smart.link'
  ).split(' '),
)
/** First labels under which firms have links to themselves counted, at a domain of their own or of a service. */
const trackingLabel =
  /^(?:click|clicks|link|links|track|tracking|trk|go|email|e|em|mail|news|t|lnk|url|u|r|ablink|elink|mkt)\d*$/

/** Whether links to `host` (registrable: `domain`) may be counted on their way to somebody else. */
export const countsClicks = (host: string, domain: string): boolean =>
  trackers.has(domain) || trackers.has(host)

/** Whether `host` is called as hosts are that count clicks. */
export const isCalledTracker = (host: string): boolean =>
  host.split('.').length > 2 && trackingLabel.test(host.slice(0, host.indexOf('.')))

/** Where firms have profiles, apps, pages on paper and pictures: any mail links there. */
const common = new Set(
  (
    'facebook.com instagram.com twitter.com x.com linkedin.com youtube.com youtu.be tiktok.com pinterest.com threads.net ' +
    'bsky.app mastodon.social reddit.com discord.gg discord.com t.me whatsapp.com wa.me vimeo.com medium.com xing.com ' +
    'apple.com google.com goo.gl play.google.com googleapis.com gstatic.com microsoft.com w3.org schema.org github.com ' +
    'gravatar.com wikipedia.org trustpilot.com cloudfront.net amazonaws.com imgix.net'
  ).split(' '),
)

/** Whether links to `domain` are in mail of anyone. */
export const isCommonTarget = (domain: string): boolean => common.has(domain)

/**
 * Domains whose mail bears the name of somebody who has no address there: calendars, shared files, signatures,
 * invoices, trackers of tasks, help desks, lists.
 */
const senders = new Set(
  (
    'google.com googlegroups.com calendar.google.com docs.google.com github.com gitlab.com bitbucket.org atlassian.net ' +
    'atlassian.com trello.com zendesk.com intercom-mail.com intercom.io freshdesk.com freshemail.io helpscout.net ' +
    'helpscoutapp.com frontapp.com frontmail.com hubspot.com hubspotemail.net linkedin.com facebookmail.com docusign.net ' +
    'docusign.com dropbox.com dropboxmail.com dropboxsign.com hellosign.com adobesign.com echosign.com adobe.com pandadoc.net ' +
    'pandadoc.com calendly.com cal.com doodle.com slack.com asana.com notion.so makenotion.com figma.com miro.com monday.com ' +
    'basecamp.com linear.app clickup.com zoom.us zoom.com webex.com meetup.com eventbrite.com sharepointonline.com microsoft.com ' +
    'mail.microsoft teams.mail.microsoft wetransfer.com box.com intuit.com xero.com post.xero.com freshbooks.com waveapps.com stripe.com ' +
    'squareup.com paypal.com shopify.com shopifyemail.com bill.com ramp.com pipedrive.com salesforce.com force.com ' +
    'amazonses.com sendgrid.net mailchimpapp.net mcsv.net mailgun.org substack.com patreon.com opencollective.com redmine.org ' +
    'statuspage.io groups.io freelists.org discoursemail.com loomly.com loom.com canva.com airtable.com typeform.com surveymonkey.com ' +
    'trustpilotmail.com greenhouse-mail.io greenhouse.io hire.lever.co lever.co workablemail.com workable.com ashbyhq.com smartrecruiters.com ' +
    'teamtailor-mail.com personio.de personio.com recruitee.com gocardless.com mollie.com klarna.com sumup.com freeagent.com sage.com ' +
    'sevdesk.de lexware.de lexoffice.de moneybird.com pennylane.com qonto.com yousign.com signable.co.uk signnow.com evernote.com coda.io'
  ).split(' '),
)

/** Whether mail of `domain` bears others' names by design. */
export const writesForOthers = (domain: string): boolean => senders.has(domain)
