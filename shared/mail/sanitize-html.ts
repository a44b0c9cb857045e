/** Makes HTML of a mail safe to show: nothing runs, nothing is loaded from afar, nothing is hidden. */
import sanitize from 'sanitize-html'
import { visibleHtml } from './visible-html.ts'

const allowedTags =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  )

/** Elements that go with all that is in them. */
const nonTextTags =
  'script style textarea option select noscript template iframe object embed applet audio video canvas svg math title datalist noembed noframes xmp plaintext frameset button'.split(
    ' ',
  )

const style = (...patterns: RegExp[]): RegExp[] => patterns
const size = /^-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?$/
const sizes = /^(?:(?:-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?|auto)(?:\s+|$)){1,4}$/
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/]{1,50}\))$/i
const word = /^[a-z-]{1,30}$/i
const border =
  /^(?:(?:\d{1,3}(?:\.\d{1,3})?(?:px|pt|em)?|#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%]{1,50}\))(?:\s+|$)){1,4}$/i

const allowedStyles = {
  '*': {
    color: style(colour),
    'background-color': style(colour),
    background: style(colour),
    'text-align': style(word),
    'text-decoration': style(/^[a-z\s-]{1,40}$/i),
    'text-transform': style(word),
    'vertical-align': style(word, size),
    'font-family': style(/^[\w\s,'"-]{1,200}$/),
    'font-size': style(/^(?:\d{1,3}(?:\.\d{1,4})?(?:px|pt|em|rem|%)|[a-z-]{5,8})$/i),
    'font-style': style(word),
    'font-weight': style(word, /^[1-9]00$/),
    'line-height': style(/^(?:normal|\d{1,3}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?)$/),
    'letter-spacing': style(word, /^-?\d(?:\.\d{1,4})?(?:px|pt|em)?$/),
    'white-space': style(word),
    margin: style(/^(?:(?:\d{1,3}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?|auto)(?:\s+|$)){1,4}$/),
    padding: style(sizes),
    border: style(border),
    'border-top': style(border),
    'border-bottom': style(border),
    'border-left': style(border),
    'border-right': style(border),
    'border-collapse': style(word),
    'border-radius': style(sizes),
    width: style(size),
    'max-width': style(size),
    height: style(size),
    'list-style-type': style(word),
  },
}

const size3 = /^\d{1,4}%?$/
const schemes = ['http', 'https', 'mailto']
const rasterData = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]{0,5000000}$/i

const options: sanitize.IOptions = {
  allowedTags,
  nonTextTags,
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'align', 'valign', 'bgcolor', 'color', 'title'],
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'border'],
    font: ['face', 'size'],
    table: ['width', 'height', 'border', 'cellpadding', 'cellspacing'],
    td: ['width', 'height', 'colspan', 'rowspan', 'nowrap'],
    th: ['width', 'height', 'colspan', 'rowspan', 'nowrap'],
    col: ['width', 'span'],
    ol: ['start', 'type'],
    li: ['value'],
    time: ['datetime'],
  },
  allowedStyles,
  allowedSchemes: schemes,
  allowedSchemesByTag: { img: ['cid', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...safeLink(attributes), rel: 'noopener noreferrer nofollow' },
    }),
    img: (tagName, attributes) => ({ tagName, attribs: safeImage(attributes) }),
  },
}

/**
 * `html` without scripts, forms, frames, handlers, remote loads and hidden content. First rewritten by our own
 * reader, which sees what is hidden and bounds the nesting, then filtered by sanitize-html. Never throws.
 */
export function sanitizeHtml(html: string): string {
  return sanitize(visibleHtml(html), options)
}

/** A link leads to an absolute address: in a mail nothing is relative to anything. */
function safeLink({ href = '', ...attributes }: sanitize.Attributes): sanitize.Attributes {
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? { ...attributes, href } : attributes
}

/** An image loads nothing: only what came with the mail is shown. */
function safeImage({ src = '', ...attributes }: sanitize.Attributes): sanitize.Attributes {
  const plain = src.trim()
  const safe = /^cid:[^\s"'<>]{1,1000}$/i.test(plain) || rasterData.test(plain)
  for (const name of ['width', 'height'])
    if (attributes[name] !== undefined && !size3.test(attributes[name])) delete attributes[name]
  return safe ? { ...attributes, src: plain } : attributes
}
