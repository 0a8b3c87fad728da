#nullable disable

using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

public interface IReliableCollection<T> : IReliableState
{
    Task ClearAsync();

    Task<long> GetCountAsync(ITransaction tx);
}
