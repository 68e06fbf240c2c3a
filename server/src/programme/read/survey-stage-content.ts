import type { StoredStage, StoredSurveyQuestion } from '#content/public.ts'
import { type ToTexts, toQuestion } from './question-content.ts'
import type { SurveyFile, SurveyQuestionFile } from '../format/survey.ts'

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
