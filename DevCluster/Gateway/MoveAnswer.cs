using System;

namespace SfPerf.DevCluster.Gateway;

internal sealed record MoveAnswer(Guid PartitionId, string From, string To);
