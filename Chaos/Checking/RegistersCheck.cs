using System.Globalization;
using System.Linq;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>Every register is linearizable.</summary>
internal static class RegistersCheck
{
    internal const string Promise = "linearizable register";

    internal static void Run(History history, Findings findings, int configurationsMax)
    {
        var checker = new RegisterChecker(configurationsMax);
        var registers = history.Operations
            .Where(o => o.Kind is OperationKind.Read or OperationKind.Write or OperationKind.CompareAndSet)
            .GroupBy(o => (o.Partition, o.Key));
        foreach (var register in registers)
        {
            var operations = register.ToList();
            var (partition, key) = register.Key;
            switch (checker.Check(operations))
            {
                case RegisterVerdict.Violated:
                    findings.Break(Promise, partition, Explain(key, operations, checker.Unexplained!));
                    break;
                case RegisterVerdict.Undecided:
                    findings.LeaveOpen(string.Create(CultureInfo.InvariantCulture,
                        $"Register {key} of partition {partition} with {operations.Count} operations: ")
                        + $"the search was ended after {configurationsMax:N0} configurations.");
                    break;
                default:
                    break;
            }
        }
    }

    private static string Explain(long key, System.Collections.Generic.List<Operation> operations, Operation stuck)
    {
        var text = string.Create(CultureInfo.InvariantCulture,
            $"Register {key}: no order of its {operations.Count} operations explains operation {stuck.Id} ")
            + $"({Text.Of(stuck)}).";
        var writer = operations.FirstOrDefault(o => o.Kind != OperationKind.Read && o.Value == stuck.Result);
        if (stuck.Kind == OperationKind.Write || stuck.Result is null or Operation.Absent)
            return text;
        return text + (writer is null ? " Nobody wrote that value." : $" Its value is of operation {writer.Id} "
            + $"({Text.Of(writer)}).");
    }
}
