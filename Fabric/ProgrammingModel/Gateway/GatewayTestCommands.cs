using System;
using System.Fabric;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>What is asked for a data loss.</summary>
internal sealed record GatewayDataLoss
{
    public required Guid OperationId { get; init; }

    public required DataLossMode Mode { get; init; }
}

/// <summary>How far it is, as the gateway writes it.</summary>
internal sealed record GatewayTestCommand
{
    public required TestCommandProgressState State { get; init; }

    public required string Service { get; init; }

    public required Guid Partition { get; init; }
}
