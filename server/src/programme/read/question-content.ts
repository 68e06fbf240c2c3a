import type { StoredQuestion, StoredQuiz, Texts, StoredStage, StoredSurveyQuestion } from '#content/public.ts'
import type { QuestionFile, QuizFile, SurveyFile, SurveyQuestionFile } from '../format/questionnaire.ts'

export type ToTexts = (translations: Readonly<Record<string, string>>) => Texts

/** Converts a text of the folder to its stored form. */
export const textsIn =
  (baseLanguage: string): ToTexts =>
  (translations) => {
    const { [baseLanguage]: text = '', ...locales } = translations
    return { text, locales }
  }

export function toQuiz({ helpText, questions }: QuizFile, texts: ToTexts): StoredQuiz {
  return { helpText: helpText ? texts(helpText) : null, questions: questions.map((question) => toQuestion(question, texts)) }
}

export function toQuestion(question: QuestionFile, texts: ToTexts): StoredQuestion {
  const { key, questionType, mandatory, disabled, autocomplete, scaleQuestionnaire } = question
  return {
    key,
    questionType,
    mandatory,
    disabled,
    title: texts(question.title),
    label: question.label ? texts(question.label) : null,
    helpText: question.helpText ? texts(question.helpText) : null,
    autocomplete: autocomplete ?? null,
    answerOptions: (question.answerOptions ?? []).map((option) => ({
      key: option.key,
      label: texts(option.label),
      helpText: option.helpText ? texts(option.helpText) : null,
      isCorrect: option.isCorrect,
    })),
    scaleQuestionnaire: scaleQuestionnaire
      ? {
          sorting: scaleQuestionnaire.sorting,
          options: scaleQuestionnaire.options.map(({ option, label }) => ({ option, label: texts(label) })),
        }
      : null,
  }
}

export function toStage({ name, description, pages }: SurveyFile['stages'][number], texts: ToTexts): StoredStage {
  return {
    name: texts(name),
    description: texts(description),
    pages: pages.map((page) => ({
      title: texts(page.title),
      description: page.description ? texts(page.description) : null,
      questions: page.questions.map((question) => toSurveyQuestion(question, texts)),
    })),
  }
}

function toSurveyQuestion(question: SurveyQuestionFile, texts: ToTexts): StoredSurveyQuestion {
  const { answerOptions, ...stored } = toQuestion(question, texts)
  return {
    ...stored,
    criterion: question.criterion ?? null,
    readiness: question.readiness ?? null,
    answerOptions: answerOptions.map((option, at) => ({ ...option, tag: question.answerOptions?.[at]?.tag ?? null })),
  }
}
