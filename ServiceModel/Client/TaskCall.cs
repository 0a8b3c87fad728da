using System.ServiceModel.Description;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A call whose caller holds a task.</summary>
internal abstract class TaskCall(OperationDescription operation, object?[] arguments)
    : PendingCall(operation, arguments)
{
    internal abstract Task Task { get; }
}
