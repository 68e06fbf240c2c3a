import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { icsOf, type IcsEvent } from './ics.ts'

const now = new Date('2026-11-01T06:00:00.123Z')
const event: IcsEvent = {
  uuid: '4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4e',
  title: 'Weekly call',
  description: '',
  at: new Date('2026-11-14T14:00:00Z'),
  minutes: 60,
  url: 'https://saathi.example/video/join-meeting/4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4e?section=video',
  version: 3,
  isCancelled: false,
}

/** Parsed by an independent library. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    of: (name: string) => calendar.getFirstPropertyValue(name),
    events: calendar.getAllSubcomponents('vevent').map((one) => ({
      of: (name: string) => String(one.getFirstPropertyValue(name)),
      names: one.getAllProperties().map(({ name }) => name),
    })),
  }
}
const linesOf = (text: string) => text.split('\r\n')

describe('an ICS file', () => {
  test('contains time, title, location and sequence', () => {
    const { events } = read(icsOf([{ ...event, description: 'Bring your notebook.' }], { now }))
    const [one] = events
    expect(one?.names.toSorted()).toEqual([
      'description',
      'dtend',
      'dtstamp',
      'dtstart',
      'location',
      'sequence',
      'status',
      'summary',
      'uid',
      'url',
    ])
    expect(one?.of('uid')).toBe('4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4e@saathi')
    expect(one?.of('dtstart')).toBe('2026-11-14T14:00:00Z')
    expect(one?.of('dtend')).toBe('2026-11-14T15:00:00Z')
    expect(one?.of('dtstamp')).toBe('2026-11-01T06:00:00Z')
    expect([one?.of('sequence'), one?.of('status')]).toEqual(['3', 'CONFIRMED'])
    expect([one?.of('summary'), one?.of('description')]).toEqual(['Weekly call', 'Bring your notebook.'])
    expect([one?.of('url'), one?.of('location')]).toEqual([event.url, event.url])
  })

  test('marks a cancelled event, and has no location if it is not a call', () => {
    const [one] = read(icsOf([{ ...event, url: null, isCancelled: true }], { now })).events
    expect(one?.of('status')).toBe('CANCELLED')
    expect(one?.names).not.toContain('url')
    expect(one?.names).not.toContain('location')
    expect(one?.names).not.toContain('description')
  })

  test('has a method and a name only if requested', () => {
    const plain = read(icsOf([event], { now }))
    expect([plain.of('method'), plain.of('x-wr-calname')]).toEqual([null, null])
    const published = read(icsOf([event], { now, method: 'PUBLISH', name: 'साथी' }))
    expect([published.of('method'), published.of('x-wr-calname')]).toEqual(['PUBLISH', 'साथी'])
    expect(published.of('version')).toBe('2.0')
  })

  test('may be empty', () => {
    expect(read(icsOf([], { now, method: 'PUBLISH' })).events).toEqual([])
  })
})

describe('user text in an ICS file', () => {
  test('C68: with a line break and an attendee stays one escaped event', () => {
    const title = 'Call\r\nATTENDEE:mailto:evil@evil.test\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Other'
    const text = icsOf([{ ...event, title, description: 'a\nb\rc\u2028d\u0085e' }], { now })
    expect(text).not.toMatch(/^(ATTENDEE|SUMMARY:Other)/m)
    const { events } = read(text)
    expect(events).toHaveLength(1)
    expect(events[0]?.names).not.toContain('attendee')
    expect(events[0]?.of('summary')).toContain('ATTENDEE:mailto:evil@evil.test')
    expect(events[0]?.of('description')).toBe('a\nb\nc\nd\ne')
  })

  test('with special characters is unchanged after parsing', () => {
    const title = 'a;b,c\\n d\\\\ "e" ^n : = {name}'
    expect(read(icsOf([{ ...event, title }], { now })).events[0]?.of('summary')).toBe(title)
  })

  test('is folded at 75 octets, never inside a character', () => {
    const title = 'आशा और रवि की साप्ताहिक बातचीत 👩‍🏫'.repeat(3)
    const text = icsOf([{ ...event, title }], { now })
    for (const line of linesOf(text)) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(linesOf(text).some((line) => line.startsWith(' '))).toBe(true)
    expect(read(text).events[0]?.of('summary')).toBe(title)
  })

  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\u2028',
          '\t',
          '\\',
          ';',
          ',',
          ':',
          ' ',
          'BEGIN:VEVENT',
          'ATTENDEE:x',
          'क्षि',
          '👩‍🏫',
          '\0',
        ),
      )
      .map((parts) => parts.join('')),
  )
  const events = fc.array(
    fc.record({
      uuid: fc.uuid(),
      title: typed,
      description: typed,
      at: fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }),
      minutes: fc.integer({ min: 1, max: 600 }),
      url: fc.option(fc.webUrl({ withQueryParameters: true })),
      version: fc.integer({ min: 1, max: 1_000_000 }),
      isCancelled: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  /** Whitespace and control characters may change; visible characters must not. */
  const visible = (text: string) => text.toWellFormed().replace(/[\s\p{Cc}]/gu, '')
  const known =
    /^(BEGIN|END|VERSION|PRODID|CALSCALE|UID|DTSTAMP|DTSTART|DTEND|SEQUENCE|STATUS|SUMMARY|DESCRIPTION|LOCATION|URL;VALUE=URI):/

  test('is parsed correctly by another library, whatever was typed', () => {
    fc.assert(
      fc.property(events, (given) => {
        const text = icsOf(given, { now })
        expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
        for (const line of linesOf(text).slice(0, -1)) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.startsWith(' ') || known.test(line)).toBe(true)
        }
        const found = read(text).events
        expect(found.map((one) => one.of('uid'))).toEqual(given.map(({ uuid }) => `${uuid}@saathi`))
        for (const [at, one] of found.entries()) {
          const wanted = given[at]
          expect(visible(one.of('summary'))).toBe(visible(wanted?.title ?? ''))
          const said = one.names.includes('description') ? one.of('description') : ''
          expect(visible(said)).toBe(visible(wanted?.description ?? ''))
          expect(Date.parse(one.of('dtstart'))).toBe(Math.floor((wanted?.at.getTime() ?? 0) / 1000) * 1000)
          expect(new Set(one.names).size).toBe(one.names.length)
        }
      }),
    )
  })
})
