using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>A store that keeps its items in the order of their keys and returns those that follow each other.</summary>
public interface IScanTarget : ILoadTarget
{
    /// <summary>Gets an item and those whose keys follow, within its partition, and checks them as
    /// <see cref="ILoadTarget.ReadAsync"/> does; an item that should be among them and is not throws.</summary>
    /// <param name="item">0 to Items - 1.</param>
    /// <param name="rowsMax">The most items returned; 1 or more.</param>
    /// <param name="token">Cancelled when the run ends or the operation's timeout has passed.</param>
    ValueTask ScanAsync(int item, int rowsMax, CancellationToken token);
}
