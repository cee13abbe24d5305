'use client'

import dynamic from 'next/dynamic'

/** A case of which nothing was asked has no answers: its page does without their code. */
export const AnswerReview = dynamic(() => import('./answer-review').then((file) => file.AnswerReview))
