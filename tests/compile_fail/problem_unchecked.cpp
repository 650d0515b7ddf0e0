// error: no matching|no default constructor|deleted
// make_problem() is the only way to a problem.
#include "exactblend/lesson/problem.hpp"

using namespace exactblend;

Result<Problem> checked(ProblemDraft draft) { return make_problem(std::move(draft)); }

#ifdef EXACTBLEND_MUST_FAIL
Problem unchecked;
#endif
