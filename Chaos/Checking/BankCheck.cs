using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Histories;

namespace SfPerf.Chaos.Checking;

/// <summary>
/// Transfers are strictly serializable: each transfer counts itself in its own transaction, so the counts are the
/// order, and every snapshot must be the balances after as many transfers as it counted.
/// </summary>
internal static class BankCheck
{
    internal const string Promise = "serializable transfers";

    internal static void Run(History history, Findings findings, bool complete)
    {
        var receipts = history.Operations.Where(o => o.Kind == OperationKind.Receipt).ToLookup(o => o.Partition);
        foreach (var partition in history.Operations
            .Where(o => o.Kind is OperationKind.Transfer or OperationKind.Balances).GroupBy(o => o.Partition))
        {
            var transfers = partition.Where(o => o.Kind == OperationKind.Transfer).ToList();
            var snapshots = partition.Where(o => o is { Kind: OperationKind.Balances, IsOk: true }).ToList();
            CheckSums(history.Head, partition.Key, snapshots, findings);
            CheckOrder(partition.Key, transfers, snapshots, findings);
            if (complete)
                Replay(history.Head, partition.Key, transfers, snapshots, receipts[partition.Key], findings);
        }
    }

    private static void CheckSums(HistoryHead head, int partition, List<Operation> snapshots, Findings findings)
    {
        var sum = head.Accounts * head.InitialBalance;
        foreach (var snapshot in snapshots)
        {
            var seen = snapshot.Values ?? [];
            if (seen.Count != head.Accounts || seen.Sum() != sum)
            {
                findings.Break(Promise, partition, $"Snapshot {snapshot.Id} ({Text.Of(snapshot)}) has {seen.Count} "
                    + $"accounts with {seen.Sum()} in all; {head.Accounts} with {sum} are right.");
            }
        }
    }

    // What begins after another has ended must count more, or in a snapshot at least as many.
    private static void CheckOrder(
        int partition, List<Operation> transfers, List<Operation> snapshots, Findings findings)
    {
        var done = transfers.Concat(snapshots).Where(o => o is { IsOk: true, Result: not null }).ToList();
        var byEnd = done.OrderBy(o => o.End).ToList();
        Operation? newest = null;
        var ended = 0;
        foreach (var o in done.OrderBy(o => o.Begin))
        {
            for (; ended < byEnd.Count && byEnd[ended].End < o.Begin; ended++)
            {
                if (newest is null || byEnd[ended].Result > newest.Result)
                    newest = byEnd[ended];
            }

            var least = newest is null ? 0 : newest.Result + (o.Kind == OperationKind.Transfer ? 1 : 0);
            if (newest is not null && o.Result < least)
            {
                findings.Break(Promise, partition, $"Operation {o.Id} ({Text.Of(o)}) counted {o.Result} transfers, "
                    + $"though operation {newest.Id} ({Text.Of(newest)}) had counted {newest.Result} before it began.");
            }
        }
    }

    private static void Replay(HistoryHead head, int partition, List<Operation> transfers, List<Operation> snapshots,
        IEnumerable<Operation> receipts, Findings findings)
    {
        var byId = transfers.ToDictionary(o => o.Id);
        var made = receipts.Where(r => byId.ContainsKey(r.Key)).OrderBy(r => r.Result).ToList();
        CheckReceipts(partition, transfers, made, findings);
        var balances = Enumerable.Repeat(head.InitialBalance, head.Accounts).ToArray();
        var next = 0;
        foreach (var snapshot in snapshots.OrderBy(o => o.Result))
        {
            for (; next < made.Count && made[next].Result <= snapshot.Result; next++)
            {
                var transfer = byId[made[next].Key];
                balances[transfer.Key] -= transfer.Value;
                balances[transfer.Second] += transfer.Value;
            }

            if (snapshot.Result != next)
            {
                findings.Break(Promise, partition, $"Snapshot {snapshot.Id} ({Text.Of(snapshot)}) counted "
                    + $"{snapshot.Result} transfers; {next} with such a number are there.");
            }
            else if (!(snapshot.Values ?? []).SequenceEqual(balances))
            {
                findings.Break(Promise, partition, $"Snapshot {snapshot.Id} ({Text.Of(snapshot)}) after {next} "
                    + $"transfers is [{string.Join(' ', snapshot.Values ?? [])}]; the transfers make it "
                    + $"[{string.Join(' ', balances)}].");
            }
        }
    }

    private static void CheckReceipts(
        int partition, List<Operation> transfers, List<Operation> made, Findings findings)
    {
        var receipt = new Dictionary<long, long?>();
        for (var i = 0; i < made.Count; i++)
        {
            receipt[made[i].Key] = made[i].Result;
            if (made[i].Result != i + 1)
            {
                findings.Break(Promise, partition,
                    $"Transfer {made[i].Key} is the {i + 1}. by its number {made[i].Result}: one is lost or doubled.");
            }
        }

        foreach (var transfer in transfers)
        {
            var there = receipt.TryGetValue(transfer.Id, out var number);
            if (transfer.IsOk && !there)
            {
                findings.Break(Promise, partition,
                    $"Transfer {transfer.Id} ({Text.Of(transfer)}) was acknowledged and is lost.");
            }
            else if (transfer.IsOk && number != transfer.Result)
            {
                findings.Break(Promise, partition, $"Transfer {transfer.Id} ({Text.Of(transfer)}) was acknowledged "
                    + $"as the {transfer.Result}. and is the {number}.");
            }
            else if (transfer.Outcome == Outcome.Fail && there)
            {
                findings.Break(Promise, partition,
                    $"Transfer {transfer.Id} ({Text.Of(transfer)}) was refused and took effect.");
            }
        }
    }
}
