import { expect, test } from 'vitest'
import { faultOf, kindOfFile, MAX_FILE_BYTES, shortName } from './chosen-file.ts'

const endings = 'jpg jpeg gif png webp heic txt pdf doc docx xls xlsx csv ppt pptx'.split(' ')

test.each(endings)('[CHT-10] a .%s can be sent, in upper or lower case', (ending) => {
  expect(faultOf({ name: `a.${ending}`, size: 1 })).toBeNull()
  expect(faultOf({ name: `a.b.${ending.toUpperCase()}`, size: MAX_FILE_BYTES })).toBeNull()
})

test.each(['a.exe', 'a.svg', 'a.png.html', 'png', '.', ''])('[CHT-10] %j cannot be sent', (name) => {
  expect(faultOf({ name, size: 1 })).toBe('chat.file.wrongType')
})

test('[CHT-10] one byte over 5 MB is too large', () => {
  expect(MAX_FILE_BYTES).toBe(5 * 1024 * 1024)
  expect(faultOf({ name: 'a.pdf', size: MAX_FILE_BYTES + 1 })).toBe('chat.file.tooLarge')
})

test('[CHT-10] a name is cut to 13 characters, and no character is split', () => {
  expect(shortName('portfolio-draft-two.pdf')).toBe('portfolio-dra…')
  expect(shortName('cv-of-asha.pd')).toBe('cv-of-asha.pd')
  expect(shortName('🙂'.repeat(14))).toBe(`${'🙂'.repeat(13)}…`)
  expect(shortName('कक्षा'.repeat(9))).toBe(`${'कक्षा'.repeat(6)}क…`)
})

test('kindOfFile returns the kind of a file', () => {
  expect(kindOfFile('cv.pdf', 'application/pdf')).toBe('PDF')
  expect(kindOfFile('photo', 'image/jpeg')).toBe('JPG')
})
