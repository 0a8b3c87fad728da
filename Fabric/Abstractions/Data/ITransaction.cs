#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public interface ITransaction : IDisposable
{
    Task CommitAsync();

    Task<long> GetVisibilitySequenceNumberAsync();

    long CommitSequenceNumber { get; }

    long TransactionId { get; }

    void Abort();
}
