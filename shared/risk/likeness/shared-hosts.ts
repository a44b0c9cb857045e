/** Hosts that mail of everybody links to: that two mails do so says nothing, unless it is the very same page. */
import { brands } from '../brands.ts'

/** Where anybody puts something up, has a form filled in, shortens a link or has clicks counted. */
const places = `
1drv.ms aka.ms amazonaws.com app.link awstrack.me bit.ly bitbucket.org box.com buff.ly calendly.com canva.com cloudfront.net
constantcontact.com convertkit-mail.com cutt.ly docs.google.com docsend.com drive.google.com dropbox.com exacttarget.com
exct.net forms.gle forms.office.com getresponse.com github.com githubusercontent.com gitlab.com goo.gl goo.su hs-sites.com
hubspot.com hubspotemail.net hubspotlinks.com is.gd jotform.com klclick.com klclick1.com linktr.ee list-manage.com lnkd.in
mailchi.mp mailchimp.com mailerlite.com mailgun.org mandrillapp.com marketo.com medium.com mjt.lu mktoweb.com notion.site
notion.so onedrive.live.com onelink.me ow.ly page.link pardot.com postmarkapp.com qrco.de rb.gy rebrand.ly rs6.net
safelinks.protection.outlook.com sendgrid.net sendinblue.com sharefile.com sharepoint.com shorturl.at sites.google.com
smartsheet.com sparkpostmail.com storage.googleapis.com surveymonkey.com sway.office.com t.co t.ly t.me tinyurl.com trello.com
typeform.com u.to urldefense.com urldefense.proofpoint.com urlz.fr v.gd we.tl wetransfer.com windows.net wixsite.com wordpress.com
zendesk.com`
/** What stands in the foot of mail: icons, stores, standards, maps. */
const feet = `
discord.com discord.gg doi.org example.com fonts.com gravatar.com gstatic.com googleapis.com googleusercontent.com ietf.org
m.me mastodon.social openstreetmap.org pinterest.com reddit.com schema.org telegram.me telegram.org
threads.net tiktok.com twimg.com twitter.com vimeo.com w3.org wa.me wikipedia.org x.com xing.com youtu.be
youtube.com`

const listed = (text: string): string[] => text.trim().split(/\s+/)

/** Domains from which brands send. */
export const brandDomains: ReadonlySet<string> = new Set([...brands.values()].flatMap((own) => [...own]))
const open: ReadonlySet<string> = new Set(listed(places))
const shared: ReadonlySet<string> = new Set([...open, ...listed(feet), ...brandDomains])

/** Whether anybody may have put there what `host`, or a host above it, shows. */
export const isOpen = (host: string): boolean => isBelow(host, open)

/** Whether everybody's mail links to `host`, or to one above it. */
export const isShared = (host: string): boolean => isBelow(host, shared)

function isBelow(host: string, hosts: ReadonlySet<string>): boolean {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1))
    if (hosts.has(rest)) return true
  return false
}
