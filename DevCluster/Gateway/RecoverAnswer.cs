using System;

namespace SfPerf.DevCluster.Gateway;

internal sealed record RecoverAnswer(Guid Partition);
