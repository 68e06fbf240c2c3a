import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { describe, expect, test } from 'vitest'
import { plainTextOf } from './blocks.ts'
import { RichText } from './rich-text.tsx'
import { render } from '../../../../test/render.ts'

/** The HTML rendered for a text. */
async function markup(text: string, level?: 2 | 3): Promise<string> {
  const screen = await render(<RichText text={text} level={level} />)
  return screen.container.firstElementChild?.innerHTML ?? ''
}

describe('the supported Markdown', () => {
  test.each([
    ['paragraphs', 'One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
    ['line breaks', 'One.\nTwo.', '<p>One.<br>Two.</p>'],
    ['headings', '## First\n### Second\n# Not one', '<h2>First</h2><h3>Second</h3><p># Not one</p>'],
    ['points', 'Take:\n- a pen\n- an ID\n  with a photo', '<p>Take:</p><ul><li>a pen</li><li>an ID<br>with a photo</li></ul>'],
    ['numbers', '3. Knock.\n4. Sit.', '<ol start="3"><li>Knock.</li><li>Sit.</li></ol>'],
    ['quotes', '> One.\n>\n> Two.', '<blockquote><p>One.</p><p>Two.</p></blockquote>'],
    ['bold', 'A **bold** word', '<p>A <strong>bold</strong> word</p>'],
    ['italic', 'What *you* expect', '<p>What <em>you</em> expect</p>'],
    ['both', '***both*** and **one *in* two**', '<p><strong><em>both</em></strong> and <strong>one <em>in</em> two</strong></p>'],
    ['bold inside a word', '**ATM**में', '<p><strong>ATM</strong>में</p>'],
  ])('shows %s', async (_name, text, html) => {
    expect(await markup(text)).toBe(html)
  })

  test('headings start one level below the heading above', async () => {
    expect(await markup('## First\n### Second', 3)).toBe('<h3>First</h3><h4>Second</h4>')
  })

  test('a link opens in a new tab and says so; a mailto link does not', async () => {
    const text = 'See [the **portal**](https://www.ncs.gov.in/a_(b)?c=1) or [write](mailto:help@saathi.example).'
    const screen = await render(<RichText text={text} linkHint="opens in a new tab" />)
    const link = screen.getByRole('link', { name: 'the portal (opens in a new tab)' })
    await expect.element(link).toHaveAttribute('href', 'https://www.ncs.gov.in/a_(b)?c=1')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    const letter = screen.getByRole('link', { name: 'write' })
    await expect.element(letter).toHaveAttribute('href', 'mailto:help@saathi.example')
    await expect.element(letter).not.toHaveAttribute('target')
  })
})

describe('all other text stays as written', () => {
  test.each([
    'Dial *#06# and *99# today',
    'Dial *123*1# or *121*2#',
    '5 * 3 * 2',
    'five ** six',
    '****',
    '2*3',
    'a [note] (aside)',
    'an [open link](https://saathi.example',
    '[empty]()',
    '`code` and ~~gone~~ and ![alt](x)',
  ])('%s', async (text) => {
    expect(plainTextOf(text)).toBe(text)
    const screen = await render(<RichText text={text} />)
    expect(screen.container.querySelectorAll('em, strong, a')).toHaveLength(0)
    expect(screen.container.textContent).toBe(text)
  })
})

describe('[LRN-09] rich text is sanitised', () => {
  test.each([
    '<img src=x onerror="window.hit=1">',
    '<script>window.hit=1</script>',
    '**<svg onload=alert(1)>**',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#x09;script:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox)',
    '[x](//evil.example)',
    '[x](/session/step)',
    '[a [b](javascript:alert(1))](javascript:alert(2))',
    '"><img src=x onerror=alert(1)>',
  ])('%s', async (text) => {
    const screen = await render(<RichText text={text} />)
    expect(screen.container.querySelectorAll('a, img, script, svg, iframe')).toHaveLength(0)
    expect(screen.container.textContent.replaceAll('**', '')).toBe(text.replaceAll('**', ''))
  })

  test('a quotation mark in a URL stays inside it', async () => {
    const screen = await render(<RichText text={'[x](https://a.example/"onmouseover="alert(1))'} />)
    const link = screen.container.querySelector('a')
    expect(link?.getAttributeNames().toSorted()).toEqual(['href', 'rel', 'target'])
    expect(link?.getAttribute('href')).toMatch(/^https:\/\/a\.example\//)
  })

  test('nested brackets give only the inner link', async () => {
    const screen = await render(<RichText text="[[in](https://a.example)](https://b.example)" />)
    const links = [...screen.container.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://a.example/'])
    expect(screen.container.textContent).toBe('[in](https://b.example)')
  })
})

describe('very long input', () => {
  // With quadratic cost the long input would time out.
  test.each([
    ['asterisks', '*', ''],
    ['single ones', '*a ', ''],
    ['pairs that only open', '**a ', ''],
    ['pairs that open, then pairs that close', '**a ', 'a** '],
    ['brackets that open', '[', ''],
    ['brackets that close', '](a', ''],
    ['brackets that open, then close', '[', '](https://a.example)'],
    ['links that never end', '[a](https://a.example/', ''],
    ['quotes', '>', ''],
    ['numbers', '1', ''],
    ['space', ' ', 'a\t'],
  ])('is parsed in linear time and rendered: %s', async (_name, first, second) => {
    expect(plainTextOf(`a${first.repeat(200_000)}${second.repeat(200_000)}`).length).toBeGreaterThan(0)
    const screen = await render(<RichText text={`a${first.repeat(10_000)}${second.repeat(10_000)}`} />)
    expect(screen.container.textContent.length).toBeGreaterThan(0)
  })

  test('does not lose letters, whatever the mix of marks', () => {
    const pieces = ['*', '**', '[', ']', '(', '](https://b.example)', 'a', 'ख', ' ', '\n', '- ', '> ', '## ', '1. ']
    const letters = (text: string) => text.replaceAll('https://b.example', '').match(/[aख]/g)?.length ?? 0
    let seed = 7
    for (let round = 0; round < 3000; round++) {
      const chosen = Array.from({ length: 24 }, () => {
        seed = (seed * 48_271) % 2_147_483_647
        return pieces[seed % pieces.length] ?? ''
      })
      const text = chosen.join('')
      expect(letters(plainTextOf(text)), text).toBe(letters(text))
    }
  })
})
