using System;
using System.Collections.Concurrent;
using System.Linq;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Has inspectors of parameters note what they see; adds one to the first input.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class CountingAttribute : Attribute, IOperationBehavior, IParameterInspector
{
    internal static ConcurrentQueue<string> Seen { get; } = [];

    public void AddBindingParameters(
        OperationDescription operationDescription, BindingParameterCollection bindingParameters)
    {
    }

    public void ApplyClientBehavior(OperationDescription operationDescription, ClientOperation clientOperation) =>
        clientOperation.ParameterInspectors.Add(this);

    public void ApplyDispatchBehavior(
        OperationDescription operationDescription, DispatchOperation dispatchOperation) =>
        dispatchOperation.ParameterInspectors.Add(this);

    public void Validate(OperationDescription operationDescription)
    {
    }

    public object? BeforeCall(string operationName, object?[] inputs)
    {
        Seen.Enqueue($"before {operationName}({Join(inputs)})");
        inputs[0] = (int)inputs[0]! + 1;
        return operationName.Length;
    }

    public void AfterCall(string operationName, object?[] outputs, object? returnValue, object? correlationState) =>
        Seen.Enqueue($"after {operationName}: {returnValue} ({Join(outputs)}) {correlationState}");

    private static string Join(object?[] values) => string.Join(',', values.Select(v => $"{v}"));
}
