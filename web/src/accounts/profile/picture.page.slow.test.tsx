import { PICTURE_MAX_BYTES, updateProfile } from '@saathi/contract/accounts/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { asha, paintPicture, showProfile } from './page.fake.ts'

const portrait = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
const withPicture = { ...asha, picture: portrait }

async function showPicture(profile = asha) {
  const screen = await showProfile({ profile })
  const save = screen.getByRole('button', { name: 'Save changes' })
  const dialog = screen.getByRole('dialog', { name: 'Choose the part to show' })
  async function choose(file: File) {
    const input = document.querySelector('input[type=file]')
    if (input) await userEvent.upload(input, file)
  }
  return { screen, save, dialog, choose }
}

/** The colours at the left and right edges of the sent picture. */
async function endsOf(bytes: Uint8Array): Promise<string[]> {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0)
  return [0.05, 0.95].map((part) => {
    const [red = 0, , blue = 0] = context?.getImageData(picture.width * part, picture.height / 2, 1, 1).data ?? []
    return red > blue ? 'red' : 'blue'
  })
}

test('[ACC-33] a chosen picture is cropped, shown, and sent on saving as a JPEG of at most 2 MB', async () => {
  const { inputs } = answer(updateProfile, withPicture)
  const { screen, save, dialog, choose } = await showPicture()
  await choose(await paintPicture(1600, 900))
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await expect.element(screen.getByText('Save to show the new picture to others.')).toBeVisible()
  expect(inputs).toEqual([])
  await save.click()
  await expect.element(screen.getByText('Your profile is saved.')).toBeVisible()
  const sent = inputs[0]?.form.files.picture
  expect(sent).toMatchObject({ type: 'image/jpeg', name: 'picture.jpg' })
  expect(sent?.bytes.slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))
  expect(sent?.bytes.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES)
  expect(await endsOf(sent?.bytes ?? new Uint8Array())).toEqual(['red', 'blue'])
  expect(inputs[0]?.form.fields).not.toHaveProperty('picture')
})

test('[ACC-33] the crop can be chosen with the keyboard, and that part is sent', async () => {
  const { inputs } = answer(updateProfile, withPicture)
  const { save, dialog, choose } = await showPicture()
  await choose(await paintPicture(1600, 400, 'image/jpeg'))
  const area = dialog.getByRole('application', { name: 'Your picture in a square' })
  await expect.element(area).toBeVisible()
  area.element().focus()
  await userEvent.keyboard('{ArrowLeft>25/}')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await save.click()
  await expect.poll(() => inputs.length).toBe(1)
  expect(await endsOf(inputs[0]?.form.files.picture?.bytes ?? new Uint8Array())).toEqual(['blue', 'blue'])
})

test("[ACC-33] a removed picture sends the text 'null' on saving", async () => {
  const { inputs } = answer(updateProfile, asha)
  const { screen, save } = await showPicture(withPicture)
  await screen.getByRole('button', { name: 'Remove picture' }).click()
  await expect.element(screen.getByText('The picture will be removed when you save.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add a picture' })).toHaveFocus()
  expect(inputs).toEqual([])
  await save.click()
  await expect.element(screen.getByText('Your profile is saved.')).toBeVisible()
  expect(inputs).toMatchObject([{ form: { fields: { picture: 'null' }, files: {} } }])
})

test('[ACC-33] a removal can be undone before saving', async () => {
  const { screen } = await showPicture(withPicture)
  await screen.getByRole('button', { name: 'Remove picture' }).click()
  await screen.getByRole('button', { name: 'Undo changes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Remove picture' })).toBeVisible()
})

test('[ACC-33] a file that is not a picture is refused, and another can be chosen', async () => {
  const { screen, dialog, choose } = await showPicture()
  await choose(new File(['hello'], 'letter.png', { type: 'image/png' }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please choose an image file.')
  await choose(await paintPicture(300, 300))
  await expect.element(dialog).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test('cancelling the dialog changes nothing and restores the focus', async () => {
  const { screen, save, dialog, choose } = await showPicture()
  const button = screen.getByRole('button', { name: 'Add a picture' })
  button.element().focus()
  await choose(await paintPicture(300, 300))
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveFocus()
})

test.each([
  ['files.type_not_allowed', 415, 'Please choose an image file.'],
  ['files.type_mismatch', 415, 'Please choose an image file.'],
  ['files.unreadable', 422, 'Please choose an image file.'],
  ['files.too_many_pixels', 422, 'Please choose an image file.'],
  ['core.too_large', 413, 'Please choose an image of 2 MB or less.'],
])(
  '[ACC-33] a picture refused by the server with %s shows an error at the picture, and stays selected',
  async (code, status, words) => {
    answer(updateProfile, refuse(code, status))
    const { screen, save, dialog, choose } = await showPicture()
    await choose(await paintPicture(300, 300))
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await save.click()
    const group = screen.getByRole('group', { name: 'Your picture' })
    await expect.element(group.getByRole('alert')).toHaveTextContent(words)
    await expect.element(screen.getByText('Save to show the new picture to others.')).toBeVisible()
    await expect.element(save).not.toHaveAttribute('aria-disabled')
  },
)

test('the dialog fits 360 px with every control in view', async () => {
  await page.viewport(360, 740)
  const { dialog, choose } = await showPicture()
  await choose(await paintPicture(900, 1600))
  await expect.element(dialog.getByRole('button', { name: 'Move right' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  const box = dialog.getByRole('button', { name: 'Use this picture' }).element().getBoundingClientRect()
  expect(box.right).toBeLessThanOrEqual(360)
  expect(box.bottom).toBeLessThanOrEqual(740)
  await page.viewport(390, 844)
})
