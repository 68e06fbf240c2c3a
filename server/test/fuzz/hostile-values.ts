import { typed } from '../matrix/wire-request.ts'

const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}
const DEEP = 50

export const prototypeKeys = ['__proto__', 'constructor', 'prototype'] as const

/** An object with the key at the given depth, as JSON.parse would create it; a literal would set the prototype. */
export const poisoned = (key: string, depth: number): unknown =>
  nest(depth, (inner) => Object.fromEntries([[inner === 1 ? key : 'inner', inner === 1 ? { polluted: true } : inner]]))

/** Texts that have broken parsers, databases and pages before. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{d800}',
  'a\u{dfff}b',
  '\u{feff}',
  '\u202Egnp.exe',
  'मेरा 👩‍👩‍👧‍👦 नाम',
  'e\u0301'.repeat(200),
  '\r\nSet-Cookie: a=b',
  '../../etc/passwd',
  '..\\..\\x',
  '%00',
  '%zz',
  '%ff%fe',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '１２３',
  'true',
  '[object Object]',
  '{"a":1}',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '99999999999999999999',
  '9007199254740993',
  '-1',
  '0000-00-00T00:00:00Z',
  '2026-02-30T10:00:00Z',
  '+275761-01-01T00:00:00Z',
  '2026-07-01T24:61:61+99:99',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  '4b1f0c6e-2a53-4b7e-9d55-0f6a1c2b3d4',
  '4b1f0c6e2a534b7e9d550f6a1c2b3d4e',
  'a@b',
  `${'a'.repeat(310)}@saathi.example`,
  'x'.repeat(10_000),
  `${'a'.repeat(5_000)}!`,
  '(('.repeat(2_000),
]

export const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  typed('1e400'),
  typed('-1e400'),
  typed('-0'),
  typed('NaN'),
  typed('Infinity'),
  typed('01'),
  [],
  [[]],
  [1, 'a', null],
  {},
  { id: 1 },
  { $gt: '' },
  { length: 1e9 },
  { toString: 'x', valueOf: 'y' },
  Array.from({ length: 1_000 }, () => 1),
  nest(DEEP, (inner) => [inner]),
  nest(DEEP, (inner) => ({ inner })),
  ...prototypeKeys.flatMap((key) => [1, 2, 3].map((depth) => poisoned(key, depth))),
  ...hostileTexts,
]

export const hostileKeys: readonly string[] = [
  ...prototypeKeys,
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'role',
  'is_staff',
  'user_id',
  'personId',
  '',
  '0',
  'a.b',
  'a[b]',
  '\u{d800}',
  '\0',
  'x'.repeat(10_000),
]

const values = ["'", '"', "\\'", '1', "1'", '1)', "x')", '%27', '’', "';--"]
const attacks = [
  ' or 1=1--',
  ' or pg_sleep(30) is null--',
  '; select pg_sleep(30)--',
  '||(select pg_sleep(30))||',
  ' union select email, password_hash from person--',
  '; drop table person--',
  "; update person set role = 'Admin'--",
  '; delete from sign_in--',
  "; insert into language values ('xx', 'x', true, false)--",
  ' and 1=(select count(*) from person)--',
  "' || current_user || '",
  '; copy person to program $$sleep 30$$--',
  ') returning (select pg_sleep(30))--',
  ' order by (select pg_sleep(30))--',
  '::int',
  '/**/or/**/1=1',
  '\\x27 or 1=1',
  ' and extract(epoch from now()) > 0 and pg_sleep(30) is not null--',
  "%%'); select pg_sleep(30); --",
  '$$; select pg_sleep(30); $$',
]
/** Two hundred: every prefix with every attack. An executed sleep would exceed the time limit of a reply. */
export const sqlTexts: readonly string[] = values.flatMap((value) => attacks.map((attack) => `${value}${attack}`))
