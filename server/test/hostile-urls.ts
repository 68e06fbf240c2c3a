/** Internal addresses: loopback, private, link-local and metadata, shared, documentation, multicast, reserved. */
const insideV4 = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.254',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.192',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '203.0.113.7',
  '168.63.129.16',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

/** Every spelling of an IPv4 address that a browser or C library accepts. */
function spellings(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const octal = parts.map((part) => `0${part.toString(8)}`).join('.')
  const hex = parts.map((part) => `0x${part.toString(16)}`).join('.')
  return [address, String(whole), `0x${whole.toString(16)}`, octal, hex, `${a}.${b}.${c * 256 + d}`, `${address}.`]
}

const insideV6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:7f00:1::1',
  '2001:0:4136:e378:8000:63bf:80ff:fffe',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

const names = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'printer.local',
  'db.internal',
  'metadata.google.internal',
  'router.lan',
  'nas.home.arpa',
  'intranet',
  'db',
  'localhost.localdomain',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'lo­calhost',
]

const oddSpellings = [
  'http://127。0。0。1/',
  'http://127.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://１２７.０.０.１/',
  'http://127.1/',
  'http://0/',
  'http://0x7f.1/',
  'http://0177.1/',
  'http://%31%32%37%2e%30%2e%30%2e%31/',
  'http:127.0.0.1/',
  'http:/127.0.0.1/',
  'http:///127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  '\thttp://127.0.0.1/',
  'ht\ntp://127.0.0.1/',
  'http://[::1%25lo]/',
  'http://page.example@127.0.0.1/',
  'http://127.0.0.1#@page.example/',
  'http://127.0.0.1\\@page.example/',
]

const forbiddenParts = [
  'http://user@page.example/',
  'http://user:password@page.example/',
  'http://:password@page.example/',
  'http://page.example:22/',
  'http://page.example:25/',
  'http://page.example:5432/',
  'http://page.example:6379/',
  'http://page.example:8080/',
  'http://page.example:0/',
  'https://page.example:8443/',
  'http://127.0.0.1:22/',
  'http://localhost:5432/',
  'ftp://page.example/',
  'file:///etc/hostname',
  'file://page.example/etc/hostname',
  'gopher://page.example/_GET',
  'data:text/html,<title>x</title>',
  'javascript:alert(1)',
  'about:blank',
  'blob:http://page.example/1',
  'ws://page.example/',
  'dict://page.example/',
  'ldap://page.example/',
  'jar:http://page.example!/',
  'view-source:http://page.example/',
  '//page.example/',
  '/etc/hostname',
  'page.example',
  'http://',
  'http://?',
  'http://[',
  'http://..',
  'http://page..example/',
  'http://-/',
  'http://999.999.999.999/',
  'http://1.2.3.4.5/',
  'http://page.example:99999/',
  'http://page%00.example/',
  'http://page example/',
]

/** All of these must be refused by their text alone. */
export const hostileUrls: readonly string[] = [
  ...insideV4.flatMap((address) => spellings(address).map((host) => `http://${host}/`)),
  ...insideV6.map((address) => `http://[${address}]/`),
  ...names.map((name) => `http://${name}/`),
  ...oddSpellings,
  ...forbiddenParts,
]
export { insideV4, insideV6 }
