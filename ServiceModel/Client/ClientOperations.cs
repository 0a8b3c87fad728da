using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.ServiceModel.Description;

namespace SfPerf.ServiceModel.Client;

/// <summary>The methods by which one side of a contract calls the other.</summary>
internal sealed class ClientOperations
{
    private static readonly ConditionalWeakTable<ContractDescription, ClientOperations> Forward = [];
    private static readonly ConditionalWeakTable<ContractDescription, ClientOperations> Back = [];

    private readonly Dictionary<MethodInfo, ClientOperation> _byMethod = [];

    private ClientOperations(ContractDescription contract, bool isCallback)
    {
        foreach (var operation in contract.Operations)
        {
            if (operation.IsCallback != isCallback)
                continue;
            if (operation.SyncMethod is { } sync)
                _byMethod.Add(sync, new(operation, sync, CallForm.Sync));
            if (operation.TaskMethod is { } task)
                _byMethod.Add(task, new(operation, task, CallForm.Task));
            if (operation is { BeginMethod: { } begin, EndMethod: { } end })
            {
                _byMethod.Add(begin, new(operation, begin, CallForm.Begin));
                _byMethod.Add(end, new(operation, end, CallForm.End));
            }
        }
    }

    internal static ClientOperations Of(ContractDescription contract, bool isCallback) => isCallback
        ? Back.GetValue(contract.Model, static c => new(c, isCallback: true))
        : Forward.GetValue(contract.Model, static c => new(c, isCallback: false));

    internal ClientOperation Find(MethodInfo method) => _byMethod.TryGetValue(method, out var operation)
        ? operation
        : throw new NotSupportedException(
            $"{method.DeclaringType}.{method.Name} is no operation; mark it with OperationContract to call it.");
}
