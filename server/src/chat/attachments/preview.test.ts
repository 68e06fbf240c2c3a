import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { decodePage } from '../service.ts'
import { readPreview } from './preview.ts'

const PAGE = 'https://page.example/a/b'
const read = (html: string) => readPreview(html, PAGE)

describe('the preview of a page', () => {
  test('uses Open Graph first', () => {
    const html = `<!doctype html><html><head>
      <title>Plain title</title><meta name=description content="Plain words">
      <meta name="twitter:title" content="Twitter title"><meta name="twitter:image" content="/twitter.png">
      <meta property="og:title" content="Saathi &amp; friends"><meta property="og:description" content=" Learn
      together ">
      <meta property="og:image" content="../cover.png"></head><body><meta property="og:title" content="late"></body>`
    expect(read(html)).toEqual({
      title: 'Saathi & friends',
      description: 'Learn together',
      image: 'https://page.example/cover.png',
      url: PAGE,
    })
  })

  test('then uses the title and the description', () => {
    const html = '<TITLE>Plain &#x939;िन्दी</TITLE><META NAME="Description" CONTENT="Plain words">'
    expect(read(html)).toEqual({ title: 'Plain हिन्दी', description: 'Plain words', image: '', url: PAGE })
  })

  test('skips empty values, and uses the first of several', () => {
    const html =
      '<meta property="og:title" content=" "><title>One</title><title>Two</title>' +
      '<meta name="description" content="first"><meta name="description" content="second">'
    expect(read(html)).toMatchObject({ title: 'One', description: 'first' })
  })

  test.each(['', 'plain text', '<html></html>', '<!--', '<title', '<meta property="og:title"', '\0\0\0', '<![CDATA['])(
    'is empty for %j',
    (html) => {
      expect(read(html)).toEqual({ title: '', description: '', image: '', url: PAGE })
    },
  )
})

describe('C60: a preview is plain text', () => {
  test.each([
    ['<title><img src=x onerror=alert(1)></title>', '<img src=x onerror=alert(1)>'],
    ['<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>', '<script>alert(1)</script>'],
    ['<meta property="og:title" content="&quot;&gt;<svg onload=alert(1)>">', '"><svg onload=alert(1)>'],
    ['<title>a\u0000b\u0007c\u001b[31m</title>', 'a b c [31m'],
    ['<title>exe.\u202Egnp\u202C \u2066x\u2069\u200B\uFEFF</title>', 'exe.gnp x'],
    ['<title>\uD800broken</title>', '\uFFFDbroken'],
    ['<title>क्‍ष stays whole</title>', 'क्‍ष stays whole'],
  ])('%j becomes %j', (html, title) => {
    expect(read(html).title).toBe(title)
  })

  test('ignores scripts and styles', () => {
    const html =
      '<script>"<title>no</title>"</script><style>/*<meta property="og:title" content="no">*/</style><title>yes</title>'
    expect(read(html).title).toBe('yes')
  })

  test('finds the title after a long script', () => {
    expect(read(`<SCRIPT>${'x<y;'.repeat(100_000)}</SCRIPT><style>a{}</style><title>found</title>`).title).toBe('found')
    expect(read(`<!-- ${'İ'.repeat(50)} --><script>x</script><title>İstanbul</title>`).title).toBe('İstanbul')
  })

  test('is short, without splitting graphemes', () => {
    const { title, description } = read(
      `<title>${'क्षि'.repeat(5000)}</title><meta name=description content="${'a'.repeat(9000)}">`,
    )
    expect(title).toBe(`${'क्षि'.repeat(200)}…`)
    expect(description).toBe(`${'a'.repeat(400)}…`)
  })
})

test.each([
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['//cdn.example/a.png', 'https://cdn.example/a.png'],
  ['a.png', 'https://page.example/a/a.png'],
  ['javascript:alert(1)', ''],
  ['data:image/svg+xml,<svg onload=alert(1)>', ''],
  ['file:///etc/hostname', ''],
  ['http://127.0.0.1/a.png', ''],
  ['http://192.168.1.1/reboot', ''],
  ['http://router.lan/', ''],
  ['http://user:password@cdn.example/', ''],
  ['http://cdn.example:8080/', ''],
  [`/${'a'.repeat(3000)}`, ''],
  ['http://[', ''],
])('the image %j becomes %j', (address, expected) => {
  const html = `<meta property="og:image" content="${address.replaceAll('<', '&lt;')}">`
  expect(read(html).image).toBe(expected)
})

describe('C65: a page designed to be slow is parsed quickly', () => {
  const MEGABYTE = 1024 * 1024
  const fill = (unit: string) => unit.repeat(Math.ceil(MEGABYTE / unit.length)).slice(0, MEGABYTE)
  test.each([
    ['deep nesting', fill('<div>')],
    ['deep nesting that closes', `${'<i>'.repeat(100_000)}${'</i>'.repeat(100_000)}`],
    ['closing tags without an opening tag', `${'<i>'.repeat(60)}${fill('</b>')}`],
    ['a deep stack and closing tags without an opening tag', `${'<i>'.repeat(5_000)}${fill('</b>')}`],
    ['attributes', `<meta ${fill('a=b ')}>`],
    ['one attribute', `<meta property="og:title" content="${fill('a')}">`],
    ['entities', `<title>${fill('&amp;')}</title>`],
    ['half entities', `<title>${fill('&am')}</title>`],
    ['opening brackets', fill('<')],
    ['opened comments', fill('<!--')],
    ['spaces in a title', `<title>${fill(' ')}</title>`],
    ['meta tags', fill('<meta property="og:title">')],
    ['titles', fill('<title>')],
    ['paragraphs, which close each other', fill('<p>')],
    ['table cells, which close each other', fill('<td><tr>')],
    ['marks of direction', `<title>${fill('\u202E')}</title>`],
    ['joiners', `<title>${fill('a\u200D')}</title>`],
    ['charset marks', fill('charset=')],
    ['NUL', fill('\0')],
    ['scripts', fill('<script>')],
    ['scripts that end', fill('<script></script>')],
    ['styles and scripts', fill('<style><script></style>')],
  ])('%s', (_what, html) => {
    const body = Buffer.from(html)
    expect(processorMs(() => readPreview(decodePage(body, ''), PAGE))).toBeLessThan(BUSY_MS)
  })

  test.each(['a', '<', '>', '&', '"', "'", '=', '/', '&#', '<!', '<?', '</', ' ', '\t', '%', '@', '.', ':', '[', 'http://'])(
    'a hundred thousand times %j in every value',
    (unit) => {
      const text = unit.repeat(100_000)
      const html = `<title>${text}</title><meta property="og:image" content="${text}"><meta name="description" content='${text}'>`
      expect(processorMs(() => readPreview(html, PAGE))).toBeLessThan(BUSY_MS)
    },
  )
})

describe('the charset of a page', () => {
  const latin = Buffer.from('<title>caf\xe9</title>', 'latin1')
  test.each([
    ['the header', latin, 'text/html; charset=ISO-8859-1', 'café'],
    ['a quoted header', latin, 'text/html; charset="windows-1252"', 'café'],
    ['the page itself', Buffer.from('<meta charset=latin1><title>caf\xe9</title>', 'latin1'), 'text/html', 'café'],
    ['a byte-order mark before the header', Buffer.from('\uFEFF<title>हिन्दी</title>'), 'text/html; charset=latin1', 'हिन्दी'],
    ['UTF-8 by default', Buffer.from('<title>हिन्दी</title>'), 'text/html', 'हिन्दी'],
    ['a charset that does not exist', Buffer.from('<title>हिन्दी</title>'), 'text/html; charset=nonsense', 'हिन्दी'],
  ])('is taken from %s', (_what, body, contentType, title) => {
    expect(readPreview(decodePage(body, contentType), PAGE).title).toBe(title)
  })
})
