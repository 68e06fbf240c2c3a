/** While an input method composes a word, its keys are not for the page: Enter chooses the word. Safari only reports code 229. */
export const isComposing = ({ isComposing: composes, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  composes || keyCode === 229
