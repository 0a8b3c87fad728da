using System.Threading.Tasks;

namespace SfPerf.Fabric.Transport;

internal static class TaskExtensions
{
    /// <summary>Says that nobody awaits the task because it cannot fail.</summary>
    internal static void Forget(this Task task) => _ = task;
}
