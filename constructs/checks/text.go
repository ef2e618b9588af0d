package checks

// textRules are about a template as text.
var textRules = []Rule{
	{
		ID: problemID, Category: Text, Severity: Warning,
		Title:  "a template that reads, but not as it was meant",
		Reason: "a duplicate key hides what was written first, an unknown section or tag is ignored or refused, what has another form than its section is not read, and linters stop there.",
		Source: "AWS CloudFormation user guide, template anatomy (as of 2026-11)",
		Fix:    "remove what is doubled, correct what is misspelt, and complete what is missing.",
		check:  onText{},
	},
}

const problemID = "ecsgpu-template-problem"
