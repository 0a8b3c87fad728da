#nullable disable

namespace Microsoft.ServiceFabric.Data;

public interface IAsyncEnumerable<out T>
{
    IAsyncEnumerator<T> GetAsyncEnumerator();
}
