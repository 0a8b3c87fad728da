using System.Threading.Tasks;

namespace SfPerf.Fabric.Remoting;

internal static class TaskExtensions
{
    /// <summary>Says that nobody awaits the task because it ends its call itself and never throws.</summary>
    internal static void Forget(this Task task) => _ = task;
}
