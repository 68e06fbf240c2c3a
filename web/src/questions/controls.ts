import { type Question, type QuestionType, typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { ComponentType } from 'react'
import { ButtonQuestion } from './button-question.tsx'
import type { ControlProps } from './control-props.ts'
import { DateQuestion } from './date-question.tsx'
import { DropDownQuestion } from './drop-down-question.tsx'
import { isDropDown, MultiDropDownQuestion, MultiQuestion } from './multi-question.tsx'
import { NumberQuestion } from './number-question.tsx'
import { PasswordQuestion } from './password-question.tsx'
import { PhoneQuestion } from './phone-question.tsx'
import { RadioQuestion } from './radio-question.tsx'
import { ScaleQuestion } from './scale-question.tsx'
import { TextBoxQuestion, TextQuestion } from './text-question.tsx'
import { UploadQuestion } from './upload-question.tsx'

const controls: Readonly<Record<QuestionType, ComponentType<ControlProps>>> = {
  Text: TextQuestion,
  TextBox: TextBoxQuestion,
  Number: NumberQuestion,
  Date: DateQuestion,
  PhoneNumber: PhoneQuestion,
  Password: PasswordQuestion,
  SingleChoiceRadio: RadioQuestion,
  SingleChoiceDropDown: DropDownQuestion,
  SingleChoiceButton: ButtonQuestion,
  MultiChoiceDropDown: MultiQuestion,
  AgreeabilityThreeOptions: ScaleQuestion,
  AgreeabilityFiveOptions: ScaleQuestion,
  AgreeabilitySevenScale: ScaleQuestion,
  AgreeabilityTenScale: ScaleQuestion,
  Scale: ScaleQuestion,
  ImageResponse: UploadQuestion,
  SingleImageUpload: UploadQuestion,
  Document: UploadQuestion,
}
const inGroups: ReadonlySet<ComponentType<ControlProps>> = new Set([RadioQuestion, ButtonQuestion, MultiQuestion, ScaleQuestion])

export type Control = {
  Control: ComponentType<ControlProps>
  /** The question is the legend of several controls; otherwise the label of one. */
  isGroup: boolean
  /** Whether the control supports aria-required; otherwise the question says it as text. */
  canBeRequired: boolean
}

/** Undefined for a type this version does not know. */
export function controlOf(question: Question): Control | undefined {
  const type = typeOf(question)
  if (!type) return undefined
  const Control = type === 'MultiChoiceDropDown' && isDropDown(question) ? MultiDropDownQuestion : controls[type]
  const isGroup = inGroups.has(Control)
  return { Control, isGroup, canBeRequired: !isGroup && !uploadRuleOf(type) }
}
