/** The little Markdown of our own descriptions, as HTML. */

/** Text as it stands in HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Code spans, in text that is escaped on the way. */
export const inline = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]{1,300})`/g, '<code>$1</code>')

/** Paragraphs, `##` headings, `-` and `1.` lists. */
export function markdown(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n')
      if (block.startsWith('## ')) return `<h3>${inline(block.slice(3))}</h3>`
      if (lines.every((line) => line.startsWith('- '))) return list('ul', lines, 2)
      if (lines.every((line) => /^\d\. /.test(line))) return list('ol', lines, 3)
      return `<p>${inline(lines.join(' '))}</p>`
    })
    .join('\n')
}

const list = (tag: 'ul' | 'ol', lines: string[], marker: number): string =>
  `<${tag}>${lines.map((line) => `<li>${inline(line.slice(marker))}</li>`).join('')}</${tag}>`
