import { describe, expect, test } from 'vitest'
import { busyTimesOf } from './ics-busy.ts'

const window = { from: Date.parse('2026-11-10T00:00:00Z'), until: Date.parse('2026-11-24T00:00:00Z') }
const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n')
const busy = (...events: string[][]) =>
  busyTimesOf([file(...events)], { window, email: 'asha@icloud.example' }).map(
    ({ from, until }) => `${new Date(from).toISOString().slice(5, 16)} ${(until - from) / 60_000}`,
  )
const [start, end] = ['DTSTART:20261112T100000Z', 'DTEND:20261112T113000Z']

describe('the busy times of a calendar file', () => {
  test('[DAY-29] are read in every way to write a time', () => {
    expect(busy(['UID:a', start, end])).toEqual(['11-12T10:00 90'])
    expect(busy(['DTSTART;TZID=Asia/Kolkata:20261112T100000', 'DURATION:PT45M'])).toEqual(['11-12T04:30 45'])
    expect(busy(['DTSTART;TZID="/example.org/America/New_York":20261112T100000', 'DURATION:P1DT1H'])).toEqual([
      '11-12T15:00 1500',
    ])
    expect(busy(['DTSTART;VALUE=DATE:20261112'])).toEqual(['11-11T18:30 1440'])
    expect(busy(['DTSTART;TZID=Customized:20261112T100000', 'DTEND;TZID=Customized:20261112T110000'])).toEqual(['11-12T04:30 60'])
    expect(busy(['DTSTART:20261020T000000Z', 'DTEND:20261201T000000Z'])).toEqual(['10-20T00:00 60480'])
    expect(busy(['DTSTART:2026111', ' 2T100000Z', 'DTEND:20261112T1130', '\t00Z'])).toEqual(['11-12T10:00 90'])
    for (const lines of [['DTSTART:soon'], [start], [start, 'DTEND:20261112T090000Z'], ['DTSTART:20261301T000000Z', end]])
      expect(busy(lines)).toEqual([])
  })

  test('[DAY-29] leave out what is free, cancelled, declined, outside the window or pushed by us', () => {
    const attendee = (email: string) => `ATTENDEE;CN="Rao; Asha: home";PARTSTAT=DECLINED:mailto:${email}`
    for (const line of ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'UID:5f0c@saathi', attendee('Asha@icloud.example')])
      expect(busy([start, end, line]), line).toEqual([])
    expect(busy([start, end, attendee('ravi@icloud.example'), 'STATUS:TENTATIVE'])).toEqual(['11-12T10:00 90'])
    expect(busy(['DTSTART:20261224T100000Z', 'DTEND:20261224T110000Z'])).toEqual([])
    expect(busy([start, end, 'BEGIN:VALARM', 'TRANSP:TRANSPARENT', 'END:VALARM'])).toEqual(['11-12T10:00 90'])
  })

  test('[DAY-29] repeat by their rule, with exceptions and moved occurrences', () => {
    const weekly = ['UID:w', 'DTSTART;TZID=Asia/Kolkata:20261001T090000', 'DTEND;TZID=Asia/Kolkata:20261001T093000']
    const moved = [
      'UID:w',
      'RECURRENCE-ID;TZID=Asia/Kolkata:20261119T090000',
      'DTSTART:20261120T120000Z',
      'DTEND:20261120T130000Z',
    ]
    expect(busy([...weekly, 'RRULE:FREQ=WEEKLY'])).toEqual(['11-12T03:30 30', '11-19T03:30 30'])
    expect(busy([...weekly, 'RRULE:FREQ=WEEKLY'], moved)).toEqual(['11-12T03:30 30', '11-20T12:00 60'])
    expect(busy([...weekly, 'RRULE:FREQ=WEEKLY', 'EXDATE;TZID=Asia/Kolkata:20261112T090000,20261105T090000'])).toEqual([
      '11-19T03:30 30',
    ])
    expect(busy([...weekly, 'RRULE:FREQ=WEEKLY;UNTIL=20261112'])).toEqual(['11-12T03:30 30'])
    expect(busy([...weekly, 'RRULE:FREQ=WEEKLY;UNTIL=20261112T033000Z'])).toEqual(['11-12T03:30 30'])
    expect(busy([...weekly, 'RRULE:FREQ=WEEKLY;UNTIL=20261112T032959Z'])).toEqual([])
  })

  test('[DAY-29] stay cheap however the file is written', () => {
    const daily = ['DTSTART:19700101T000000Z', 'DURATION:P9999D', 'RRULE:FREQ=DAILY;COUNT=99999']
    const many = file(...Array.from({ length: 5_000 }, () => daily))
    const hostile = `BEGIN:VEVENT\r\nDTSTART;X=${',"'.repeat(200_000)}:\r\n${'BEGIN:X\r\n'.repeat(20_000)}`
    expect(busyTimesOf([many, hostile], { window, email: 'a' }).length).toBeLessThan(5_000)
  })
})
