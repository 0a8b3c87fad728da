using System;
using System.Globalization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.ReliableState.Events;

/// <summary>A transaction of another replica, as the events of this one show it: finished.</summary>
internal sealed class AppliedTransaction(long transactionId, long commitSequenceNumber) : ITransaction
{
    public long CommitSequenceNumber => commitSequenceNumber;

    public long TransactionId => transactionId;

    public Task CommitAsync() => Task.FromException(Finished());

    public Task<long> GetVisibilitySequenceNumberAsync() => Task.FromException<long>(Finished());

    public void Abort() => throw Finished();

    public void Dispose()
    {
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"transaction {transactionId}");

    private InvalidOperationException Finished() => new($"The {this} was committed by another replica.");
}
