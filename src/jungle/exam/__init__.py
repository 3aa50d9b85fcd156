"""A benchmark that cannot be memorised: exact endgames, unseen rules, hidden information and play."""

from jungle.exam.endpoint import Endpoint, EndpointError, Reply
from jungle.exam.exam import Budget, Exam, ExamJournal, Settings
from jungle.exam.examinees import EndpointExaminee, Examinee, PlayerExaminee
from jungle.exam.prompts import Conditions, Prompt, View, question_prompt
from jungle.exam.questions import Question, questions
from jungle.exam.report import exam_page, figures

__all__ = [
    "Budget",
    "Conditions",
    "Endpoint",
    "EndpointError",
    "EndpointExaminee",
    "Exam",
    "ExamJournal",
    "Examinee",
    "PlayerExaminee",
    "Prompt",
    "Question",
    "Reply",
    "Settings",
    "View",
    "exam_page",
    "figures",
    "question_prompt",
    "questions",
]
