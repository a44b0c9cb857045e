/** Which style sheets of a mail hide its text from a person: those that apply on a desktop, and no others. */
import { describe, expect, test } from 'vitest'
import { mediaHolds, supportsHolds } from '../../shared/mail/css-media.ts'
import { readHtml } from '../../shared/mail/html-text.ts'
import { sanitizeHtml } from '../../shared/mail/sanitize-html.ts'

const hide = '.x{display:none}'
const order = '<p class=x>Please cancel order 1815.</p>'

describe('text is shown in spite of a style sheet', () => {
  test.each([
    ['in a comment for Outlook', `<!--[if mso]><style>${hide}</style><![endif]-->`],
    ['for printers', `<style media="print">${hide}</style>`],
    ['for narrow windows', `<style media="screen and (max-width:600px)">${hide}</style>`],
    ['of another type', `<style type="text/template">${hide}</style>`],
    ['in an attribute', `<div title="<style>${hide}</style>"></div>`],
    ['in a template', `<template><style>${hide}</style></template>`],
    ['in a title', `<title><style>${hide}</style></title>`],
    ['in a script', `<script>"<style>${hide}</style>"</script>`],
    ['under @media print', `<style>@media print{${hide}}</style>`],
    ['under a width of telephones', `<style>@media only screen and (max-width: 640px){${hide}}</style>`],
    ['for dark windows', `<style>@media (prefers-color-scheme: dark){${hide}}</style>`],
    ['of a program of its own', `<style>@media yahoo{${hide}}</style>`],
    ['under what may not be supported', `<style>@supports (x-y:z){${hide}}</style>`],
  ])('%s', (_, sheet) => {
    const seen = readHtml(sheet + order)
    expect(seen.text).toBe('Please cancel order 1815.')
    expect(seen.hidden.filter(({ text }) => text.includes('1815'))).toEqual([])
    expect(sanitizeHtml(sheet + order)).toContain('1815')
  })
})

describe('text is hidden by a style sheet', () => {
  test.each([
    ['between conditional comments', `<!--[if !mso]><!--><style>${hide}</style><!--<![endif]-->`],
    ['with a long tag', `<style data-a="${'a'.repeat(120)}">${hide}</style>`],
    ['behind 20 others', `${'<style>z{}</style>'.repeat(20)}<style>${hide}</style>`],
    ['behind what looks like its end', `<style>a::before{content:"</"}${hide}</style>`],
    ['deep inside', `${'<b>'.repeat(600)}<style>${hide}</style>${'</b>'.repeat(600)}`],
    ['for screens among others', `<style media="print, screen">${hide}</style>`],
    ['under a width that each desktop has', `<style>@media (min-width:1px){${hide}}</style>`],
    ['under a list of media', `<style>@media screen,print{${hide}}</style>`],
    ['under @media within @supports', `<style>@supports (display:none){@media all{${hide}}}</style>`],
  ])('%s', (_, sheet) => {
    const seen = readHtml(sheet + order)
    expect(seen.text).toBe('')
    expect(seen.hidden).toContainEqual({ reason: 'display_none', text: 'Please cancel order 1815.' })
    expect(sanitizeHtml(sheet + order)).not.toContain('1815')
  })
})

test.each([
  ['', true],
  ['all', true],
  ['only screen', true],
  ['screen and (min-width: 37.5em)', true],
  ['screen and(max-width:600px)', false],
  ['(max-width: 9999px)', true],
  ['(min-width: 1280px)', null],
  ['(max-width: 1280px) and (min-width: 1px)', null],
  ['(max-width: 1280px) and (max-width: 1px)', false],
  ['(width >= 600px)', true],
  ['(400px <= width < 700px)', false],
  ['(700px > width)', false],
  ['not print', true],
  ['not screen and (min-width: 1px)', false],
  ['(not (max-width: 600px)) and (hover: hover)', true],
  ['(prefers-color-scheme: dark)', false],
  ['(prefers-color-scheme: light) or (orientation: portrait)', true],
  ['(-webkit-min-device-pixel-ratio: 0)', null],
  [`${'('.repeat(20)}color${')'.repeat(20)}`, null],
  [`screen${' '.repeat(1_000)}`, null],
])('a desktop is "%s": %s', (query, holds) => expect(mediaHolds(query)).toBe(holds))

test.each([
  ['(display: flex)', true],
  ['not (display: flex)', false],
  ['(display: flex) and (-webkit-touch-callout: none)', null],
  ['selector(:has(a))', null],
])('a program supports "%s": %s', (condition, holds) => expect(supportsHolds(condition)).toBe(holds))
