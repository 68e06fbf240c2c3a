/**
 * Everything that people may see in Latin letters in another language, besides names of people and what people wrote. Kept short:
 * a word that people say in their own language is written in its script.
 */
export const exceptions = {
  names: ['Saathi', 'Google', 'YouTube', 'Firebase', 'Apple', 'iPhone', 'iPad', 'Excel'],
  fileFormats: [
    'PDF',
    'CSV',
    'XLSX',
    'XLS',
    'DOC',
    'DOCX',
    'PPT',
    'PPTX',
    'TXT',
    'PNG',
    'JPG',
    'JPEG',
    'GIF',
    'WebP',
    'WebM',
    // MP3 and MP4: a word ends before a digit.
    'MP',
    'HEIC',
    'SVG',
    'ZIP',
    'JSON',
    'ICS',
    'Markdown',
    'UTF',
  ],
  units: ['MB', 'KB', 'kB'],
  /** Abbreviations that are said in English in every language. */
  abbreviations: ['OTP', 'QR', 'SMTP', 'URL', 'AI', 'UI', 'POCSO', 'ID'],
  keys: ['Enter', 'Alt'],
  /** The bar shows the code of the language. */
  languageCodes: ['bn', 'en', 'hi', 'kn', 'mr', 'ta', 'te'],
  /** Examples of a code and of letters. */
  examples: ['ABC', 'KTHM', 'a-z', 'A-Z'],
  /** What a page or an app of somebody else says in English, and commands. */
  quoted: [
    'Sign-In and Security',
    'App-Specific Passwords',
    'Add to Home Screen',
    'Share',
    'npm run programme -- load',
    'folder',
  ],
} as const
