using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;

namespace SfPerf.ServiceContracts;

/// <summary>The actor that is measured: the two methods of the original, and the same for further states.</summary>
public interface ISfActor : IActor
{
    /// <summary>Sets the actor's value; when the task ends, it is as durable as the actor's StatePersistence promises.
    /// </summary>
    /// <param name="data">The value; kept, so the caller must not change it afterwards.</param>
    Task SetDataAsync(byte[] data);

    /// <summary>Returns the value last set; null when there is none.</summary>
    Task<byte[]?> GetDataAsync();

    /// <summary>As <see cref="SetDataAsync"/>, for one of several values of the actor.</summary>
    /// <param name="item">The value's number, from 1.</param>
    /// <param name="data">As there.</param>
    Task SetItemDataAsync(int item, byte[] data);

    /// <summary>As <see cref="GetDataAsync"/>, for one of several values of the actor.</summary>
    /// <param name="item">The value's number, from 1.</param>
    Task<byte[]?> GetItemDataAsync(int item);
}
